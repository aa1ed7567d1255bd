import { describe, expect, test, vi } from 'vitest';
import { settleAbandonedMail } from '../../src/mail/send-mail.ts';
import { inTransaction } from '../../src/write/in-transaction.ts';
import { useSending } from '../support/sending.ts';

const {
  api,
  arrivalsOf,
  change,
  historyOf,
  linesOf,
  mailIn,
  mailOf,
  passTimeUntilDue,
  pay,
  resend,
  send,
  sendingContext,
  server,
} = useSending();

describe('a mail that is not delivered at the first attempt', () => {
  test('is sent again after a temporary failure of the server, and arrives once', async () => {
    server.behave.push({ code: 451, text: 'Greylisted, try later' });
    const invoice = await send();
    const waiting = await mailIn(invoice, 'QUEUED');
    const put =
      waiting.attempts === 0
        ? await vi.waitUntil(
            async () => {
              const mail = await mailOf(invoice);
              return mail.status === 'QUEUED' && mail.attempts === 1 ? mail : undefined;
            },
            { timeout: 50_000 },
          )
        : waiting;
    expect(put.lastError).toContain('Greylisted');
    expect(put.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() - 5_000);
    const mail = await mailIn(invoice, 'SENT');
    expect(mail).toMatchObject({ attempts: 2, lastError: null, nextAttemptAt: null });
    expect(arrivalsOf(invoice)).toHaveLength(1);
    expect((await historyOf(invoice)).map(({ kind }) => kind)).toEqual(['MAIL_SENT']);
    expect(linesOf(mail)).toEqual([
      expect.objectContaining({
        mail: mail.id,
        attempt: 1,
        nextAttemptAt: put.nextAttemptAt?.toJSON(),
        reason: expect.stringContaining('Greylisted'),
        msg: 'an e-mail was postponed',
      }),
    ]);
  });

  test('that fails to render because of a defect is sent again, and the log contains its location', async () => {
    const invoice = await inTransaction(sendingContext(), async (tx) => {
      const made = await send({}, tx);
      await tx.db.invoice.updateMany({ where: { id: made.id }, data: { clientInfo: {} } });
      return made;
    });
    const mail = await vi.waitUntil(
      async () => {
        const found = await mailOf(invoice);
        return found.lastError ? found : undefined;
      },
      { timeout: 50_000 },
    );
    expect(mail.status).toBe('QUEUED');
    const reported = await vi.waitUntil(() => linesOf(mail)[0], { timeout: 50_000 });
    expect(reported).toMatchObject({
      attempt: 1,
      err: { type: 'TypeError', stack: expect.stringContaining('.ts:') },
    });
  });

  test('waits for a server that is down, and for one that is about to close', async () => {
    await server.down();
    const invoice = await send();
    const down = await vi.waitUntil(
      async () => {
        const mail = await mailOf(invoice);
        return mail.attempts === 1 && mail.status === 'QUEUED' ? mail : undefined;
      },
      { timeout: 50_000 },
    );
    expect(down.lastError).toContain('ECONNREFUSED');
    server.behave.push({ code: 421, text: 'Closing' });
    await server.up();
    await passTimeUntilDue(down);
    const closing = await vi.waitUntil(
      async () => {
        const mail = await mailOf(invoice);
        return mail.lastError?.includes('Closing') || mail.attempts > 2 ? mail : undefined;
      },
      { timeout: 50_000 },
    );
    await passTimeUntilDue(closing);
    const mail = await mailIn(invoice, 'SENT');
    expect(mail.attempts).toBe(3);
    expect(linesOf(mail)).toMatchObject([
      { attempt: 1, reason: expect.stringContaining('ECONNREFUSED') },
      { attempt: 2, reason: expect.stringContaining('Closing') },
    ]);
    expect(JSON.stringify(linesOf(mail))).not.toMatch(/stack|\n/);
    expect(arrivalsOf(invoice)).toHaveLength(1);
  });

  test('contains the state of its invoice at delivery, and the outbox contains the delivered text', async () => {
    server.behave.push({ code: 451, text: 'Later' });
    const invoice = await send();
    await vi.waitUntil(async () => (await mailOf(invoice)).lastError, { timeout: 50_000 });
    await pay(invoice, 1000);
    await change(invoice, { viewToken: null });
    await passTimeUntilDue(await mailOf(invoice));
    const mail = await mailIn(invoice, 'SENT');
    const [letter] = arrivalsOf(invoice);
    expect(mail.body).toContain('Amount due: $190.00');
    expect(mail.body).not.toContain('/invoices/view/');
    expect(mail.html).not.toContain('/invoices/view/');
    expect(letter?.text?.trim()).toBe(mail.body);
    expect(letter?.html?.trim()).toBe(mail.html?.trim());
  });

  test('is held, and its owner notified, if its template can no longer be rendered; after a fix it is sent', async () => {
    // Put off once more where the template is broken too late for the second attempt.
    server.behave.push({ code: 451, text: 'Later' }, { code: 451, text: 'Later' });
    const invoice = await send();
    await vi.waitUntil(async () => (await mailOf(invoice)).lastError, { timeout: 50_000 });
    const { accountId } = api.ours;
    const { prisma } = api.database;
    const where = { accountId, isDefault: true };
    const { body } = await prisma.emailTemplate.findFirstOrThrow({ where });
    await prisma.emailTemplate.updateMany({ where, data: { body: 'Hello {% if secret %}' } });
    await change(invoice, { viewToken: null });
    await passTimeUntilDue(await mailOf(invoice));
    const held = await mailIn(invoice, 'FAILED');
    expect(held.nextAttemptAt).toBeNull();
    expect(held.lastError).toMatch(
      /^The body of the e-mail template "Invoice" cannot be rendered, line 1: .*Correct the template, then send the e-mail again/,
    );
    expect(await historyOf(invoice)).toMatchObject([
      { kind: 'MAIL_FAILED', note: expect.stringContaining('not sent: The body of the e-mail') },
    ]);
    expect(arrivalsOf(invoice)).toEqual([]);
    await expect(resend(held.id)).rejects.toMatchObject({ code: 'conflicting_state' });
    await prisma.emailTemplate.updateMany({ where, data: { body } });
    server.behave.length = 0;
    await resend(held.id);
    await mailIn(invoice, 'SENT');
    expect(arrivalsOf(invoice)).toHaveLength(1);
  });
});

test('a mail that is being sent keeps none of another workspace that has its id from being settled', async () => {
  const id = 'mai_of_two';
  for (const workspace of [api.ours, api.theirs]) {
    await workspace.post('clients/create', { name: 'Twice' });
    const { body } = await workspace.post('invoices/create', { clientName: 'Twice', amount: 1 });
    const { accountId } = workspace;
    const mail = { accountId, id, invoiceId: body.id, recipients: ['a@twice.example'] };
    await api.database.prisma.outboxMail.create({
      data: { ...mail, subject: 'S', body: 'B', status: 'SENDING' },
    });
  }
  const [sender, other] = await Promise.all([api.owner.connect(), api.owner.connect()]);
  try {
    await sender.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [
      `${api.ours.accountId}/${id}`,
    ]);
    for (const { accountId } of [api.ours, api.theirs]) {
      await settleAbandonedMail(api.database.prisma, { accountId, id }, other);
    }
  } finally {
    sender.release(true);
    other.release();
  }
  const mails = await api.database.prisma.outboxMail.findMany({
    where: { id },
    orderBy: { accountId: 'asc' },
  });
  expect(mails.map(({ status }) => status)).toEqual(['SENDING', 'UNCONFIRMED']);
});
