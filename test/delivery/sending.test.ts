import { pino } from 'pino';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Courier } from '../../src/delivery/index.ts';
import { deliverInvoice, invoiceOutlet, startCourier } from '../../src/delivery/index.ts';
import { createSimpleInvoice } from '../../src/domain/invoices/index.ts';
import type { InvoiceRecord } from '../../src/domain/invoices/records.ts';
import type { Context } from '../../src/domain/kernel/context.ts';
import { createContext, inTransaction } from '../../src/domain/kernel/context.ts';
import { resendMail } from '../../src/domain/outbox-mails/index.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';
import { useMailServer } from '../support/mail-server.ts';

const api = useTestApi();
const server = useMailServer();
/** What the service says of its mails. */
const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
let courier: Courier;
let sent = 0;

const start = () =>
  startCourier({
    databaseUrl: api.databaseUrl,
    prisma: api.database.prisma,
    publicUrl: testPublicUrl,
    mail: { url: server.url, from: 'invoices@studio.example' },
    log,
    // Longer than PDFs made in this process can keep the mail server, which is in it too, from answering.
    patienceMillis: 10_000,
  });

beforeAll(async () => {
  courier = start();
  await addClient('Lovelace Analytics', 'ada@lovelace.example');
});
afterAll(() => courier.close());
beforeEach(() => {
  server.behave.length = 0;
  server.refused.clear();
});

async function addClient(name: string, ...addresses: string[]): Promise<void> {
  const { id } = await created(api.ours, 'clients/create', { name });
  for (const email of addresses) {
    await addContact(api, api.ours, id, { firstName: 'Ada', email, invoiceContact: true });
  }
}

function sendingContext(): Context {
  const { context } = api.ours;
  return createContext({ ...context, root: api.database.prisma, sendsMail: true, now: new Date() });
}

function send(fields: object = {}, context = sendingContext()): Promise<InvoiceRecord> {
  sent += 1;
  const input = {
    clientName: 'Lovelace Analytics',
    amount: 1190,
    sendTo: { send: true },
    ...fields,
  };
  return createSimpleInvoice(context, input, invoiceOutlet);
}

const office = { keyId: 'key_office', keyName: 'Office', scopes: ['write'] } as const;
const resend = (id: string) =>
  resendMail({ ...sendingContext(), actor: office }, { id }, deliverInvoice);

const pay = ({ invoiceNumberFormatted: invoiceNumber }: InvoiceRecord, amount: number) =>
  created(api.ours, 'payment/create', { invoiceNumber, amount });

/** Writes into an invoice, past every verb. */
const change = ({ id }: InvoiceRecord, data: object) =>
  api.database.prisma.invoice.updateMany({ where: { accountId: api.ours.accountId, id }, data });

const mailOf = ({ id }: { id: string }) =>
  api.database.prisma.outboxMail.findFirstOrThrow({
    where: { accountId: api.ours.accountId, invoiceId: id },
    orderBy: { id: 'desc' },
  });

/** The mail of an invoice, once it is in a state. */
function mailIn(invoice: InvoiceRecord, ...states: string[]) {
  return vi.waitUntil(
    async () => {
      const mail = await mailOf(invoice);
      return states.includes(mail.status) ? mail : undefined;
    },
    { timeout: 90_000, interval: 50 },
  );
}

const sentEvents = ({ id }: InvoiceRecord) =>
  api.database.prisma.invoiceEvent.findMany({
    where: { accountId: api.ours.accountId, invoiceId: id, kind: 'SENT' },
    orderBy: { id: 'asc' },
  });

const historyOf = ({ id }: { id: string }) =>
  api.database.prisma.invoiceEvent.findMany({
    where: {
      accountId: api.ours.accountId,
      invoiceId: id,
      kind: { in: ['MAIL_SENT', 'MAIL_FAILED'] },
    },
    orderBy: { id: 'asc' },
  });

const linesOf = ({ id }: { id: string }) => lines.filter(({ mail }) => mail === id);

const arrivalsOf = ({ invoiceNumberFormatted }: InvoiceRecord) =>
  server.inbox.filter(({ subject }) => subject?.includes(invoiceNumberFormatted));

describe('a mail', () => {
  test('arrives once, as text, HTML and PDF of the same numbers, and the history says so', async () => {
    const invoice = await send({ notes: 'Thanks' });
    const mail = await mailIn(invoice, 'SENT');
    expect(mail).toMatchObject({ attempts: 1, lastError: null, nextAttemptAt: null });
    expect(mail.sentAt).not.toBeNull();
    const [letter, ...others] = arrivalsOf(invoice);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      from: { name: 'Ours', address: 'invoices@studio.example' },
      to: [{ address: 'ada@lovelace.example' }],
      replyTo: [{ address: 'owner@ours.example' }],
      messageId: `<${mail.id}@studio.example>`,
      subject: `Invoice ${invoice.invoiceNumberFormatted} from Ours`,
    });
    expect(letter?.text).toContain('$1,190.00');
    expect(letter?.html).toContain('$1,190.00');
    expect(letter?.html).toContain(`href="${invoice.viewOnlineUrl}"`);
    const [attachment] = letter?.attachments ?? [];
    expect(attachment).toMatchObject({
      mimeType: 'application/pdf',
      filename: `Invoice-${invoice.invoiceNumberFormatted}.pdf`,
    });
    const pdf = await getDocumentProxy(new Uint8Array(attachment?.content as ArrayBuffer));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain('$1,190.00');
    expect(text).toContain(invoice.invoiceNumberFormatted);
    expect(await historyOf(invoice)).toMatchObject([
      { kind: 'MAIL_SENT', actor: 'SERVICE', note: 'ada@lovelace.example' },
    ]);
  });

  test('is not sent where the transaction that it belongs to is undone', async () => {
    const context = sendingContext();
    const before = server.attempts;
    const undone = inTransaction(context, async (tx) => {
      await send({}, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const jobs = await api.database.pool.query(
      'SELECT * FROM graphile_worker.jobs WHERE locked_at IS NULL',
    );
    expect(jobs.rows).toEqual([]);
    await mailIn(await send(), 'SENT');
    expect(server.attempts).toBe(before + 1);
  });

  test('is tried again after the server put it off, and arrives once', async () => {
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
            { timeout: 20_000 },
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
        msg: 'a mail was put off',
      }),
    ]);
  });

  test('that cannot be written for a defect of ours is tried again, and the log tells where it is', async () => {
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
      { timeout: 20_000 },
    );
    expect(mail.status).toBe('QUEUED');
    const told = await vi.waitUntil(() => linesOf(mail)[0], { timeout: 20_000 });
    expect(told).toMatchObject({
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
      { timeout: 20_000 },
    );
    expect(down.lastError).toContain('ECONNREFUSED');
    server.behave.push({ code: 421, text: 'Closing' });
    await server.up();
    const mail = await mailIn(invoice, 'SENT');
    expect(mail.attempts).toBe(3);
    expect(linesOf(mail)).toMatchObject([
      { attempt: 1, reason: expect.stringContaining('ECONNREFUSED') },
      { attempt: 2, reason: expect.stringContaining('Closing') },
    ]);
    expect(JSON.stringify(linesOf(mail))).not.toMatch(/stack|\n/);
    expect(arrivalsOf(invoice)).toHaveLength(1);
  });

  test('is FAILED, and not tried again, where the server refuses it for good', async () => {
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
    'is UNCONFIRMED, and not sent again, where the server has it and %s',
    async (_, behaviour) => {
      server.behave.push(behaviour);
      const before = server.attempts;
      const invoice = await send();
      const mail = await mailIn(invoice, 'UNCONFIRMED');
      expect(mail.lastError).toContain('it may have arrived');
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

  test('tells which of several recipients the server refused', async () => {
    await addClient('Two', 'good@two.example', 'bad@two.example');
    server.refused.set('bad@two.example', { code: 550, text: 'Nobody here' });
    const invoice = await send({ clientName: 'Two' });
    const mail = await mailIn(invoice, 'SENT');
    expect(mail.lastError).toBe('Not taken for bad@two.example: 550 Nobody here');
    expect(arrivalsOf(invoice)).toHaveLength(1);
  });

  test.each([
    ['void', 'VOIDED', 'voided'],
    ['written off', 'WRITE_OFF', 'written off'],
  ] as const)('is not sent once its invoice is %s', async (_, status, told) => {
    server.behave.push({ code: 451, text: 'Later' });
    const invoice = await send();
    await vi.waitUntil(async () => (await mailOf(invoice)).lastError, { timeout: 20_000 });
    await change(invoice, { status });
    const mail = await mailIn(invoice, 'FAILED');
    expect(mail.lastError).toContain(told);
    expect(arrivalsOf(invoice)).toEqual([]);
    const sentBefore = await sentEvents(invoice);
    await expect(resend(mail.id)).rejects.toMatchObject({
      code: 'conflicting_state',
      message: expect.stringContaining('cannot be sent'),
    });
    expect(await sentEvents(invoice)).toEqual(sentBefore);
  });

  test('that was put off says what its invoice says by then, and the outbox what went out', async () => {
    server.behave.push({ code: 451, text: 'Later' });
    const invoice = await send();
    await vi.waitUntil(async () => (await mailOf(invoice)).lastError, { timeout: 20_000 });
    await pay(invoice, 1000);
    await change(invoice, { viewToken: null });
    const mail = await mailIn(invoice, 'SENT');
    const [letter] = arrivalsOf(invoice);
    expect(mail.body).toContain('Amount due: $190.00');
    expect(mail.body).not.toContain('/invoices/view/');
    expect(mail.html).not.toContain('/invoices/view/');
    expect(letter?.text?.trim()).toBe(mail.body);
    expect(letter?.html?.trim()).toBe(mail.html?.trim());
  });

  test('that is sent again is a sending in the history, and tells of the invoice as it is now', async () => {
    server.behave.push({ code: 554, text: 'No such luck' });
    const invoice = await send();
    const refused = await mailIn(invoice, 'FAILED');
    await pay(invoice, 1000);
    await change(invoice, { viewToken: 'renewed' });
    const attempts = await Promise.allSettled([resend(refused.id), resend(refused.id)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const mail = await mailIn(invoice, 'SENT');
    expect(mail.id).not.toBe(refused.id);
    expect(mail.body).toContain('Hello Ada,');
    expect(mail.body).toContain('Amount due: $190.00');
    expect(mail.body).toContain(`/invoices/view/${api.ours.accountId}-renewed`);
    expect(arrivalsOf(invoice)).toHaveLength(1);
    expect(await sentEvents(invoice)).toMatchObject([
      { actor: 'SERVICE', note: 'ada@lovelace.example' },
      { actor: 'KEY', keyName: 'Office', note: 'ada@lovelace.example' },
    ]);
  });

  test('shows what stands in a name as text, whatever it looks like', async () => {
    const name = 'A {{ workspace.name }} <b>&"x\r\nBcc: all@x.example';
    await addClient(name, 'h@h.example');
    const invoice = await send({
      clientName: name,
      description: '{% for i in (1..9) %}x{% endfor %}<script>',
    });
    await mailIn(invoice, 'SENT');
    const [letter] = arrivalsOf(invoice);
    expect(letter?.bcc).toBeUndefined();
    expect(letter?.to).toEqual([{ name: '', address: 'h@h.example' }]);
    expect(letter?.html).not.toContain('<b>');
    expect(letter?.html).not.toContain('<script>');
  });

  test('arrives once each, of many that two services take jobs for', async () => {
    const second = start();
    const invoices: InvoiceRecord[] = [];
    while (invoices.length < 12) invoices.push(await send());
    await Promise.all(invoices.map((invoice) => mailIn(invoice, 'SENT')));
    await second.close();
    for (const invoice of invoices) expect(arrivalsOf(invoice)).toHaveLength(1);
  }, 150_000);
});

test('the mail that is being handed over is finished before sending stops', async () => {
  const invoice = await send();
  await vi.waitUntil(async () => (await mailOf(invoice)).status !== 'QUEUED', {
    timeout: 90_000,
    interval: 5,
  });
  await courier.close();
  expect((await mailOf(invoice)).status).toBe('SENT');
  expect(sent).toBeGreaterThan(0);
});
