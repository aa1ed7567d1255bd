import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';
import { contradictingInvoices, owedNow } from '../support/reversal-races.ts';

/**
 * From a deposit and hours to the remaining credit of a client, with a write-off and a late payment: the amount due is
 * right after each step.
 */

const api = useTestApi();
const owed = () => owedNow(api.ours);
const act = (name: string, input: Record<string, unknown>, fields = 'id status amountDue') =>
  mutated(api.ours, name, { input }, fields);
const displayed =
  'id invoiceNumberFormatted status total amountDue lineItems { id role quantity lineTotal }';

/** Payments come by turns through each door. */
let isRest = false;
async function pay(
  invoiceNumber: string,
  amount: string,
): Promise<{ status: string; amountDue: string }> {
  isRest = !isRest;
  if (!isRest) return act('recordPayment', { invoiceNumber, amount });
  const { amountDue, status } = await created(api.ours, 'payment/create', {
    ...{ invoiceNumber, amount: Number(amount) },
  });
  return { status, amountDue: String(amountDue) };
}

test('a deposit is deducted, the rest written off, paid late, credited by lines, and the overpayment pays the next invoice', async () => {
  const clientName = 'Acme';
  const standard = { currency: 'EUR', defaultTaxRate: 19, hourlyAmount: 100 };
  await created(api.ours, 'clients/create', { name: clientName, ...standard });
  const lineItems = [{ description: 'First part', quantity: 1, unitPrice: 200 }];
  const deposit = await act(
    'createInvoice',
    { clientName, invoiceType: 'DEPOSIT', lineItems },
    displayed,
  );
  await act('markInvoiceSent', { id: deposit.id });
  expect([deposit.total, await owed()]).toEqual(['238', '238']);
  expect(await pay(deposit.invoiceNumberFormatted, '238')).toMatchObject({ status: 'PAID' });
  expect(await owed()).toBe('0');

  for (const [day, hours, notes] of [
    ['02', 4, 'Plan'],
    ['03', 6, 'Build'],
  ] as const) {
    await act(
      'createTimeEntry',
      {
        ...{ clientName, notes, timerStart: `2026-03-${day}T08:00:00Z` },
        timerEnd: `2026-03-${day}T${String(8 + hours).padStart(2, '0')}:00:00Z`,
      },
      'id billing { amount }',
    );
  }
  const work = { clientName, groupBy: 'ENTRY', depositIds: [deposit.id] };
  const preview = await api.ours.gql(
    `query ($input: CreateInvoiceFromWorkInput!) { previewInvoiceFromWork(input: $input) { total lineItems { lineTotal } } }`,
    { input: work },
  );
  // 1,000 and 190 of tax, less the deposit and its tax.
  expect(preview.body.data.previewInvoiceFromWork.total).toBe('952');
  expect(await owed()).toBe('0');
  const invoice = await act('createInvoiceFromWork', work, displayed);
  expect([invoice.total, invoice.status, await owed()]).toEqual(['952', 'DRAFT', '0']);
  await act('markInvoiceSent', { id: invoice.id });
  expect(await owed()).toBe('952');
  const { invoiceNumberFormatted: number } = invoice;

  expect(await pay(number, '452')).toEqual(
    expect.objectContaining({ status: 'PARTIAL', amountDue: '500' }),
  );
  expect(await owed()).toBe('500');
  expect(await act('writeOffInvoice', { id: invoice.id })).toMatchObject({
    status: 'WRITE_OFF',
    amountDue: '0',
  });
  expect(await owed()).toBe('0');
  expect(await pay(number, '100')).toMatchObject({ status: 'PARTIAL', amountDue: '400' });
  expect(await owed()).toBe('400');
  expect(await pay(number, '400')).toMatchObject({ status: 'PAID', amountDue: '0' });
  expect(await owed()).toBe('0');

  const [plan] = invoice.lineItems;
  const credited = await act(
    'createCreditNote',
    { invoiceId: invoice.id, excess: 'CREDIT', lines: [{ lineId: plan.id, quantity: 1 }] },
    'total tax keptAsCredit lineItems { lineTotal }',
  );
  expect(credited).toEqual({
    ...{ total: '119', tax: '19', keptAsCredit: '119', lineItems: [{ lineTotal: '100' }] },
  });
  expect(await owed()).toBe('0');

  const next = await act(
    'createInvoice',
    { clientName, lineItems: [{ description: 'More', quantity: 1, unitPrice: 150 }] },
    displayed,
  );
  await act('markInvoiceSent', { id: next.id });
  expect([next.total, await owed()]).toEqual(['178.5', '178.5']);
  expect(await act('applyCredit', { id: next.id })).toMatchObject({
    status: 'PARTIAL',
    amountDue: '59.5',
  });
  expect(await owed()).toBe('59.5');
  expect(await pay(next.invoiceNumberFormatted, '59.5')).toMatchObject({ status: 'PAID' });
  expect(await owed()).toBe('0');
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
});
