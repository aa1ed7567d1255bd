import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mutated } from '../support/mutations.ts';
import { contradictingInvoices, owedNow } from '../support/reversal-races.ts';

/**
 * From hours to a refund in GraphQL alone, like `test/rest/reversals.test.ts` in REST: the amount due is right after
 * each step.
 */

const api = useTestApi();
const act = (name: string, input: Record<string, unknown>, fields: string) =>
  mutated(api.ours, name, { input }, fields);

const standing = 'invoice { status paymentTotal creditedTotal amountDue datePaid }';

test('hours are billed, paid in part, reversed, paid, credited and refunded, and the amount due is right each time', async () => {
  const client = { name: 'Worked for', currency: 'EUR', hourlyAmount: '125', defaultTaxRate: '19' };
  const { id: clientId } = await act('createClient', client, 'id');
  const work = (timerStart: string, timerEnd: string) =>
    act('createTimeEntry', { clientId, timerStart, timerEnd, notes: 'Design' }, 'id');
  const entries = [
    await work('2026-03-02T09:00:00Z', '2026-03-02T14:00:00Z'),
    await work('2026-03-03T09:00:00Z', '2026-03-03T12:00:00Z'),
  ].map(({ id }) => id);
  const owed = () => owedNow(api.ours);
  const unbilled = async () => {
    const { body } = await api.ours.gql(
      `{ unbilledWork(clientId: "${clientId}") { items { nodes { timeEntry { id } amount } } totals { hours total } } }`,
    );
    return body.data.unbilledWork;
  };
  expect(await unbilled()).toEqual({
    items: {
      nodes: [
        { timeEntry: { id: entries[0] }, amount: '625' },
        { timeEntry: { id: entries[1] }, amount: '375' },
      ],
    },
    totals: [{ hours: '8', total: '1000' }],
  });

  const preview = await api.ours.gql(
    `{ previewInvoiceFromWork(input: { clientId: "${clientId}" }) { total } }`,
  );
  expect([preview.body.data, await owed()]).toEqual([
    { previewInvoiceFromWork: { total: '1190' } },
    '0',
  ]);
  const invoice = await act(
    'createInvoiceFromWork',
    { clientId },
    'id status total invoiceNumberFormatted lineItems { id quantity unitPrice timeEntries { nodes { id } } }',
  );
  const [line] = invoice.lineItems;
  expect(invoice).toMatchObject({ status: 'DRAFT', total: '1190' });
  expect(line).toMatchObject({ quantity: '8', unitPrice: '125' });
  const charged = line.timeEntries.nodes.map((one: { id: string }) => one.id);
  expect(charged.sort()).toEqual([...entries].sort());
  // A draft has no amount due, and its hours are not billed again.
  expect([await owed(), await unbilled()]).toEqual(['0', { items: { nodes: [] }, totals: [] }]);
  await act('markInvoiceSent', { id: invoice.id }, 'id');
  expect(await owed()).toBe('1190');

  const pay = (amount: string) =>
    act(
      'recordPayment',
      { invoiceNumber: invoice.invoiceNumberFormatted, amount, referenceNumber: `T${amount}` },
      'status amountDue payments { id reversedAt }',
    );
  const part = await pay('190');
  expect([part.status, part.amountDue, await owed()]).toEqual(['PARTIAL', '1000', '1000']);
  const reversal = { id: part.payments[0].id, reason: 'BOUNCED', note: 'No money' };
  const bounced = await act('reversePayment', reversal, `reversalReason ${standing}`);
  expect(bounced).toMatchObject({
    reversalReason: 'BOUNCED',
    invoice: { status: 'SENT', paymentTotal: '0', amountDue: '1190' },
  });
  expect(await owed()).toBe('1190');
  const whole = await pay('1190');
  expect([whole.status, await owed()]).toEqual(['PAID', '0']);

  const lines = [{ lineId: line.id, quantity: '2' }];
  const note = await act(
    'createCreditNote',
    { invoiceId: invoice.id, lines, excess: 'REFUND', reason: 'Two hours fewer' },
    `total tax refundedAmount ${standing}`,
  );
  // Here `paymentTotal` is what was paid; through REST it counts what was credited as well.
  expect(note).toMatchObject({
    ...{ total: '297.5', tax: '47.5', refundedAmount: '297.5' },
    invoice: { status: 'PAID', paymentTotal: '892.5', creditedTotal: '297.5', amountDue: '0' },
  });
  expect(await owed()).toBe('0');

  const { id } = whole.payments.find((one: { reversedAt: null | string }) => !one.reversedAt);
  const refunded = await act(
    'refundPayment',
    { id, amount: '92.5', referenceNumber: 'R1' },
    `refundedTotal ${standing}`,
  );
  expect(refunded).toMatchObject({
    refundedTotal: '390',
    invoice: { status: 'PARTIAL', paymentTotal: '800', amountDue: '92.5', datePaid: null },
  });
  expect(await owed()).toBe('92.5');
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
});
