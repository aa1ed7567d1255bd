import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';

/** The life of an invoice with REST alone. */

const api = useTestApi();
const items = [{ description: 'Work', rate: 100 }];

beforeAll(async () => {
  const { id } = await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
  await addContact(api, api.ours, id, { email: 'ada@acme.example', invoiceContact: true });
});

const draft = () => created(api.ours, 'invoices/create', { clientName: 'Acme', taxRate: 0, items });

test('a draft is edited and sent, and is then final', async () => {
  const { id } = await draft();
  const edited = await api.ours.patch('invoices/update', {
    ...{ id, notes: 'Thanks.', orderNumber: 'PO-7', paymentInstructions: 'Soon.' },
    items: [{ description: 'More work', quantity: 2, rate: 100 }],
  });
  expect(edited.body).toMatchObject({
    ...{ id, status: 'DRAFT', notes: 'Thanks.', orderNumber: 'PO-7', total: 200 },
    ...{ paymentInstructions: 'Soon.', lineItems: [{ description: 'More work', lineTotal: 200 }] },
  });
  const sent = await api.ours.post('invoices/send', { id, dateIssued: '2026-03-02' });
  expect(sent.body).toMatchObject({ id, status: 'SENT', dateIssued: '2026-03-02' });
  expect(sent.headers.get('etag')).toMatch(/^"\d+"$/);
  const again = await api.ours.patch('invoices/update', { id, notes: 'No' });
  expect(again).toMatchObject({ status: 409, body: { code: 'conflicting_state' } });
  expect(await api.ours.delete(`invoices/${id}`)).toMatchObject({
    ...{ status: 409, body: { code: 'conflicting_state' } },
  });
  const mails = await api.ours.gql(
    `{ outboxMails(where: { invoiceId: { equals: "${id}" } }) { totalCount } }`,
  );
  expect(mails.body.data.outboxMails.totalCount).toBe(1);
});

test('a draft is marked as sent, and written off', async () => {
  const { id } = await draft();
  const sent = await api.ours.post('invoices/markSent', { id, dateIssued: '2026-03-02' });
  expect(sent.body).toMatchObject({ status: 'SENT', dateIssued: '2026-03-02', amountDue: 100 });
  const { body } = await api.ours.post('invoices/writeOff', { id, reason: 'Insolvent' });
  expect(body).toMatchObject({ id, status: 'WRITE_OFF', amountDue: 0 });
});

test('void keeps the number, delete returns it', async () => {
  const first = await draft();
  const voided = await api.ours.post('invoices/void', { id: first.id });
  expect(voided.body).toMatchObject({ status: 'VOIDED', amountDue: 0 });
  const second = await draft();
  expect(await api.ours.delete(`invoices/${second.id}`)).toMatchObject({ status: 200, text: '' });
  expect(await api.ours.delete(`invoices/${second.id}`)).toMatchObject({ status: 404 });
  const third = await draft();
  expect(third.invoiceNumberFormatted).toBe(second.invoiceNumberFormatted);
  expect(third.invoiceNumberFormatted).not.toBe(first.invoiceNumberFormatted);
});

test('the fixed paths are found before the id, with a slash at the end too', async () => {
  for (const path of ['invoices/createFromWork/', 'invoices/applyCredit/', 'invoices/send/']) {
    const { body } = await api.ours.post(path, {});
    expect(['invalid_input', 'id_missing'], path).toContain(body.code);
  }
  const get = await api.ours.get('invoices/inv_1');
  expect(get).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
});

test('a stale version changes nothing', async () => {
  const { id } = await draft();
  const stale = await api.ours.post('invoices/void', { id, expectedVersion: 9 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'version_mismatch' } });
});
