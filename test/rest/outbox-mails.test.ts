import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();

const mailsOf = (invoiceId: string) =>
  api.database.prisma.outboxMail.findMany({
    where: { accountId: api.ours.accountId, invoiceId },
    orderBy: { id: 'asc' },
  });

test('credit notes are mailed once, with permission, only of the own workspace', async () => {
  const [clientName, email] = ['Babbage', 'charles@babbage.example'];
  const client = await created(api.ours, 'clients/create', { name: clientName });
  await addContact(api, api.ours, client.id, { firstName: 'Charles', email, defaultContact: true });
  const { id } = await created(api.ours, 'invoices/create', { clientName, amount: 100 });
  await mutated(api.ours, 'markInvoiceSent', { id });
  const note = await created(api.ours, 'creditNotes/create', { invoiceId: id });
  const mailed = (workspace = api.ours) => workspace.post('creditNotes/send', { id: note.id });
  expect((await mailed(api.theirs)).status).toBe(404);
  expect((await mailed()).body).toMatchObject({ id: note.id, total: 100 });
  expect((await mailed()).status).toBe(200);
  const mails = await mailsOf(id);
  expect(mails).toMatchObject([
    { kind: 'CREDIT_NOTE', creditNoteId: note.id, recipients: [email] },
  ]);
});

test('receipts, reminders and cancellations are sent once each, with permission, only of the own workspace', async () => {
  const [clientName, email] = ['Lovelace Analytics', 'ada@lovelace.example'];
  const client = await created(api.ours, 'clients/create', { name: clientName });
  await addContact(api, api.ours, client.id, { firstName: 'Ada', email, defaultContact: true });
  const { id, invoiceNumberFormatted: invoiceNumber } = await created(api.ours, 'invoices/create', {
    ...{ clientName, amount: 100 },
  });
  const remind = () => api.ours.post('invoices/sendReminder', { id });
  expect((await remind()).body.code).toBe('conflicting_state');
  const { payments } = await created(api.ours, 'payment/create', { invoiceNumber, amount: 20 });
  const paymentId = payments[0].id;
  const receipt = (more: object = {}, workspace = api.ours) =>
    workspace.post('payment/sendReceipt', { id: paymentId, ...more });
  expect((await receipt()).body).toMatchObject({ id: paymentId, amount: 20 });
  expect((await receipt()).status).toBe(200);
  expect(await mailsOf(id)).toMatchObject([{ kind: 'RECEIPT', recipients: [email] }]);
  expect((await receipt({ id: null })).status).toBe(412);
  expect((await receipt({ contacts: ['nobody'] })).status).toBe(404);
  expect((await receipt({ expectedVersion: 9 })).body.code).toBe('version_mismatch');
  expect((await receipt({}, api.theirs)).body.code).toBe('record_not_found');
  const cancellation = () => api.ours.post('invoices/sendCancellation', { id });
  expect((await cancellation()).body.code).toBe('conflicting_state');
  await created(api.ours, 'payment/reverse', { id: paymentId, reason: 'OTHER' });
  expect((await receipt()).body.code).toBe('conflicting_state');
  expect((await remind()).body).toMatchObject({ id, amountDue: 100 });
  await mutated(api.ours, 'voidInvoice', { id });
  expect((await cancellation()).body).toMatchObject({ id, status: 'VOIDED' });
  const kinds = ['RECEIPT', 'REMINDER', 'CANCELLATION'];
  expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(kinds);
});
