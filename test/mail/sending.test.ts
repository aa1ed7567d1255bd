import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test, vi } from 'vitest';
import type { InvoiceRecord } from '../../src/domain/invoices/invoice-record.ts';
import { sendInvoice } from '../../src/domain/invoices/send-invoice.ts';
import { inTransaction } from '../../src/write/in-transaction.ts';
import { watchLog } from '../support/logged-changes.ts';
import { useSending } from '../support/sending.ts';

const {
  addClient,
  api,
  arrivalsOf,
  historyOf,
  mailIn,
  mailOf,
  send,
  sendingContext,
  server,
  start,
  stop,
} = useSending();

describe('a mail', () => {
  test('arrives once, as text, HTML and PDF with the same numbers, and the history contains it', async () => {
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

  test('arrives once if its invoice is sent five times at the same time, and again after a minute', async () => {
    const { prisma } = api.database;
    const invoice = await send();
    const again = () => sendInvoice(sendingContext(), { id: invoice.id });
    const five = () => Promise.all(Array.from({ length: 5 }, again));
    await five();
    await mailIn(invoice, 'SENT');
    await five();
    expect(arrivalsOf(invoice)).toHaveLength(1);
    await prisma.outboxMail.updateMany({
      where: { invoiceId: invoice.id },
      data: { sentAt: new Date(Date.now() - 61_000) },
    });
    await five();
    await mailIn(invoice, 'SENT');
    const mails = { accountId: api.ours.accountId, invoiceId: invoice.id };
    expect(await prisma.outboxMail.count({ where: mails })).toBe(2);
    expect(arrivalsOf(invoice)).toHaveLength(2);
  });

  test('is not sent if its transaction is rolled back', async () => {
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

  test('has the workspace’s reply address, and a blind copy', async () => {
    const where = { accountId: api.ours.accountId };
    const data = { mailReplyTo: 'office@ours.example', mailBcc: 'books@ours.example' };
    await api.database.prisma.workspace.update({ where, data });
    // The server rejects recipients with a reply that names them.
    server.refused.set('books@ours.example', { code: 550, text: 'Full' });
    const invoice = await send();
    const { lastError, recipients, replyTo } = await mailIn(invoice, 'SENT');
    expect({ recipients, replyTo }).toEqual({
      recipients: ['ada@lovelace.example'],
      replyTo: 'office@ours.example',
    });
    expect(lastError).toBe('Rejected for books@ours.example: 550 Full');
    const [letter] = arrivalsOf(invoice);
    expect(letter?.bcc).toBeUndefined();
    expect(letter?.replyTo).toMatchObject([{ address: 'office@ours.example' }]);
    server.refused.delete('books@ours.example');
    const none = { mailReplyTo: null, mailBcc: null };
    await api.database.prisma.workspace.update({ where, data: none });
  });

  test('lists the recipients that the server rejected', async () => {
    await addClient('Two', 'good@two.example', 'bad@two.example');
    server.refused.set('bad@two.example', { code: 550, text: 'Nobody here' });
    const invoice = await send({ clientName: 'Two' });
    const mail = await mailIn(invoice, 'SENT');
    expect(mail.lastError).toBe('Rejected for bad@two.example: 550 Nobody here');
    expect(arrivalsOf(invoice)).toHaveLength(1);
  });

  test('shows the content of a name as text', async () => {
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

  test('arrives once each, if two services process many jobs', async () => {
    const second = start();
    const invoices: InvoiceRecord[] = [];
    while (invoices.length < 12) invoices.push(await send());
    await Promise.all(invoices.map((invoice) => mailIn(invoice, 'SENT')));
    await second.close();
    for (const invoice of invoices) expect(arrivalsOf(invoice)).toHaveLength(1);
  });
});

test('the mail that is being handed over is finished before sending stops', async () => {
  const invoice = await send();
  await vi.waitUntil(async () => (await mailOf(invoice)).status !== 'QUEUED', {
    timeout: 90_000,
    interval: 5,
  });
  await stop();
  expect((await mailOf(invoice)).status).toBe('SENT');
});

test('delivery of a mail, and its effect on the invoice, is logged with the service as the actor', async () => {
  const invoice = await send();
  const found = await watchLog(api.database.pool, api.ours.accountId);
  const later = start();
  const mail = await mailIn(invoice, 'SENT');
  await later.close();
  const { happened, logged, said } = await found();
  expect(Object.keys(logged).sort()).toEqual(Object.keys(happened).sort());
  const { [`OutboxMail ${mail.id}`]: ofMail, ...others } = logged;
  expect(happened).toMatchObject(others);
  expect(Object.keys(others)).toHaveLength(2);
  // The log has both of its steps, of which this is the second one.
  expect(ofMail).toEqual({
    ...{ kind: 'UPDATED', version: mail.version },
    before: { status: 'SENDING', sentAt: null },
    after: { status: 'SENT', sentAt: mail.sentAt?.toISOString() },
  });
  expect(new Set(said.map(({ actorKind, operation }) => `${actorKind} ${operation}`))).toEqual(
    new Set(['SERVICE mail/send', 'SERVICE document/make']),
  );
});
