import { describe, expect, test, vi } from 'vitest';
import { useSending } from '../support/sending.ts';

const {
  api,
  arrivalsOf,
  change,
  historyOf,
  mailIn,
  mailOf,
  passTimeUntilDue,
  pay,
  resend,
  send,
  sentEvents,
  server,
} = useSending();

describe('a mail that did not go out', () => {
  test('is FAILED, and not sent again, after a permanent failure', async () => {
    server.behave.push({ code: 554, text: 'No such luck' });
    const before = server.attempts;
    const invoice = await send();
    const mail = await mailIn(invoice, 'FAILED');
    expect(mail).toMatchObject({ attempts: 1, nextAttemptAt: null, sentAt: null });
    expect(mail.lastError).toContain('No such luck');
    expect(server.attempts).toBe(before + 1);
    expect(await historyOf(invoice)).toMatchObject([
      { kind: 'MAIL_FAILED', note: expect.stringContaining('not sent: 554 No such luck') },
    ]);
  });

  test.each([
    ['breaks off', 'drop-after-data'],
    ['never answers', 'hang'],
  ] as const)(
    'is UNCONFIRMED, and not sent again, if the server received it and %s',
    async (_, behaviour) => {
      server.behave.push(behaviour);
      const before = server.attempts;
      const invoice = await send();
      const mail = await mailIn(invoice, 'UNCONFIRMED');
      expect(mail.lastError).toContain('it may have been delivered');
      expect(server.attempts).toBe(before + 1);
      expect(await historyOf(invoice)).toMatchObject([{ kind: 'MAIL_FAILED' }]);

      const again = await resend(mail.id);
      expect(again).toMatchObject({ status: 'QUEUED', subject: mail.subject, body: mail.body });
      await mailIn(invoice, 'SENT');
      expect(arrivalsOf(invoice)).toHaveLength(1);
      for (const { id } of [mail, again]) {
        await expect(resend(id)).rejects.toMatchObject({ code: 'conflicting_state' });
      }
      expect(arrivalsOf(invoice)).toHaveLength(1);
    },
  );

  test.each([
    ['void', 'VOIDED', 'voided'],
    ['written off', 'WRITE_OFF', 'written off'],
  ] as const)('is not sent if its invoice is %s', async (_, status, reported) => {
    server.behave.push({ code: 451, text: 'Later' });
    const invoice = await send();
    await vi.waitUntil(async () => (await mailOf(invoice)).lastError, { timeout: 50_000 });
    // A closed invoice has no amount due.
    await change(invoice, { status, amountDue: 0 });
    await passTimeUntilDue(await mailOf(invoice));
    const mail = await mailIn(invoice, 'FAILED');
    expect(mail.lastError).toContain(reported);
    expect(arrivalsOf(invoice)).toEqual([]);
    const sentBefore = await sentEvents(invoice);
    await expect(resend(mail.id)).rejects.toMatchObject({
      code: 'conflicting_state',
      message: expect.stringContaining('cannot be sent'),
    });
    expect(await sentEvents(invoice)).toEqual(sentBefore);
  });

  test('and that a restore holds is released once, unless a newer one went to the same addresses', async () => {
    const { prisma } = api.database;
    const hold = (id: string) =>
      prisma.outboxMail.update({
        where: { accountId_id: { accountId: api.ours.accountId, id } },
        data: { status: 'HELD', lastError: 'Held', nextAttemptAt: null },
      });
    server.behave.push({ code: 554, text: 'No such luck' });
    const invoice = await send();
    const { id } = await mailIn(invoice, 'FAILED');
    await hold(id);
    const attempts = await Promise.allSettled([resend(id), resend(id)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const sent = await mailIn(invoice, 'SENT');
    expect(sent).toMatchObject({ id, lastError: null });
    expect(arrivalsOf(invoice)).toHaveLength(1);

    server.behave.push({ code: 554, text: 'No such luck' });
    const other = await send();
    const first = await mailIn(other, 'FAILED');
    await resend(first.id);
    await mailIn(other, 'SENT');
    await hold(first.id);
    await expect(resend(first.id)).rejects.toMatchObject({ code: 'conflicting_state' });
    expect(arrivalsOf(other)).toHaveLength(1);
  });

  test('that is sent again is a new entry of the history, with the current state of the invoice', async () => {
    server.behave.push({ code: 554, text: 'No such luck' });
    const invoice = await send();
    const rejected = await mailIn(invoice, 'FAILED');
    await pay(invoice, 1000);
    await change(invoice, { viewToken: 'renewed' });
    const attempts = await Promise.allSettled([resend(rejected.id), resend(rejected.id)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const mail = await mailIn(invoice, 'SENT');
    expect(mail.id).not.toBe(rejected.id);
    expect(mail.body).toContain('Hello Ada,');
    expect(mail.body).toContain('Amount due: $190.00');
    expect(mail.body).toContain(`/invoices/view/${api.ours.accountId}-renewed`);
    expect(arrivalsOf(invoice)).toHaveLength(1);
    expect(await sentEvents(invoice)).toMatchObject([
      { actor: 'SERVICE', note: 'ada@lovelace.example' },
      { actor: 'KEY', keyName: 'Office', note: 'ada@lovelace.example' },
    ]);
  });
});
