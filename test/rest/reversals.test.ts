import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { contradictingInvoices, owedNow } from '../support/reversal-races.ts';
import { monday, tuesday, worker } from '../support/worked-time.ts';

/** From hours to a refund in REST: the amount due is right after each step. */

const api = useTestApi();
const { bill, newClient, preview, search, work } = worker(api);

test('hours are billed, paid in part, reversed, paid, credited and refunded, and the amount due is right each time', async () => {
  const clientName = await newClient({ hourlyAmount: 125, defaultTaxRate: 19 });
  await work(clientName, monday, 300, { notes: 'Design' });
  await work(clientName, tuesday, 180, { notes: 'Design' });
  const owed = () => owedNow(api.ours);
  const unbilled = async () => (await search({ clientName })).body.length;

  const displayed = await preview(clientName);
  expect([displayed.status, displayed.body.total, await owed()]).toEqual([200, 1190, '0']);
  expect(await unbilled()).toBe(2);
  const { body: invoice, status } = await bill(clientName);
  expect([status, invoice.total, invoice.lineItems]).toEqual([
    200,
    1190,
    [expect.objectContaining({ quantity: 8, unitPrice: 125, lineTotal: 1000 })],
  ]);
  // It is a draft without an amount due, and its hours are not billed again.
  expect([invoice.status, await owed()]).toEqual(['DRAFT', '0']);
  expect(await unbilled()).toBe(0);
  await api.ours.gql(`mutation { markInvoiceSent(input: { id: "${invoice.id}" }) { __typename } }`);
  expect(await owed()).toBe('1190');

  const { id: invoiceId, invoiceNumberFormatted: invoiceNumber } = invoice;
  const current = async () =>
    (await api.ours.get(`invoices/search?query=${invoiceNumber}`)).body[0];
  const pay = (amount: number) =>
    created(api.ours, 'payment/create', { invoiceNumber, amount, referenceNumber: `T${amount}` });
  const part = await pay(190);
  expect([part.status, part.amountDue, await owed()]).toEqual(['PARTIAL', 1000, '1000']);

  const reversal = { id: part.payments[0].id, reason: 'BOUNCED', note: 'No money' };
  const bounced = await created(api.ours, 'payment/reverse', reversal);
  expect(bounced).toMatchObject({ reversalReason: 'BOUNCED', refundedTotal: 0 });
  expect(await current()).toMatchObject({ status: 'SENT', paymentTotal: 0, payments: [] });
  expect(await owed()).toBe('1190');
  // A payment bounces once.
  expect((await api.ours.post('payment/reverse', reversal)).status).toBe(409);
  expect(await owed()).toBe('1190');

  const whole = await pay(1190);
  expect([whole.status, whole.payments.length, await owed()]).toEqual(['PAID', 1, '0']);

  const lines = [{ lineId: invoice.lineItems[0].id, quantity: 2 }];
  const rejected = await api.ours.post('creditNotes/create', { invoiceId, lines });
  expect([rejected.status, rejected.body.code, await owed()]).toEqual([
    ...[409, 'conflicting_state', '0'],
  ]);
  const note = await created(api.ours, 'creditNotes/create', {
    ...{ invoiceId, lines, excess: 'REFUND', reason: 'Two hours fewer' },
  });
  expect(note).toMatchObject({ total: 297.5, refundedAmount: 297.5, tax: 47.5 });
  expect(await current()).toMatchObject({ status: 'PAID', paymentTotal: 892.5, amountDue: 0 });
  expect(await owed()).toBe('0');

  const [{ id }] = whole.payments;
  const refund = (amount: number) =>
    api.ours.post('payment/refund', { id, amount, referenceNumber: 'R1' });
  expect((await refund(892.51)).status).toBe(409);
  const refunded = await refund(92.5);
  expect([refunded.status, refunded.body.refundedTotal]).toEqual([200, 390]);
  expect(await current()).toMatchObject({
    ...{ status: 'PARTIAL', paymentTotal: 800, creditedTotal: 297.5, amountDue: 92.5 },
    datePaid: null,
  });
  expect(await owed()).toBe('92.5');
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
});
