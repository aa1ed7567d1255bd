import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

/** The preview of an invoice of work equals the invoice, for any input. */

const api = useTestApi();

const displayed = `currency dateCreated dueDate discountAmount subTotal tax total servicePeriodStart servicePeriodEnd
  lineItems { description quantity unitPrice lineTotal }`;

const variations: Record<string, unknown>[] = [
  {},
  { groupBy: 'DAY' },
  { groupBy: 'ENTRY', discountPercent: '12.5' },
  { taxPercentage: '7', taxInclusive: true },
  { allowances: [{ amount: '10' }], charges: [{ percent: '2.5', reason: 'Freight' }] },
  { withholding: { percent: '15' }, prepaidAmount: '20', roundTo: '0.05' },
  { dateCreated: '2026-04-01', dueDate: '2026-05-01', invoiceNumber: 'P-9' },
  { servicePeriodStart: '2026-03-01', servicePeriodEnd: '2026-03-31' },
  { taxCategory: 'REVERSE_CHARGE', taxReason: 'Recipient is liable' },
  { invoiceType: 'DEPOSIT' },
  { expenses: false, hourlyAmount: '80' },
  { until: '2026-03-02', time: true },
];

test.each(variations)('is the same as the created record: %j', async (variation) => {
  const workspace = await api.addWorkspace();
  const client = { name: 'Acme', currency: 'EUR', defaultTaxRate: 19, hourlyAmount: 90 };
  await created(workspace, 'clients/create', client);
  for (const [day, minutes] of [
    ['02', 60],
    ['03', 75],
    ['03', 20],
  ] as const) {
    const end = new Date(Date.UTC(2026, 2, Number(day), 9, minutes)).toISOString();
    const entry = { clientName: 'Acme', timerStart: `2026-03-${day}T09:00:00Z`, timerEnd: end };
    await created(workspace, 'timeWorked/create', { ...entry, notes: `Work ${minutes}` });
  }
  const expense = { clientName: 'Acme', amount: 40, currency: 'EUR', reimbursable: true };
  await created(workspace, 'expenses/create', { ...expense, dateCreated: '2026-03-02T10:00:00Z' });
  const lineItems = [{ description: 'In advance', quantity: 1, unitPrice: '30' }];
  const input = { clientName: 'Acme', invoiceType: 'DEPOSIT', lineItems };
  const deposit = await mutated(
    workspace,
    'createInvoice',
    { input },
    'id invoiceNumberFormatted total',
  );
  const { invoiceNumberFormatted: invoiceNumber, total } = deposit;
  await created(workspace, 'payment/create', { invoiceNumber, amount: Number(total) });
  const depositIds = variation.invoiceType === 'DEPOSIT' ? null : [deposit.id];
  const requested = { clientName: 'Acme', depositIds, ...variation };
  const { body } = await workspace.gql(
    `query ($input: CreateInvoiceFromWorkInput!) { previewInvoiceFromWork(input: $input) { ${displayed} } }`,
    { input: requested },
  );
  expect(body.errors).toBeUndefined();
  const made = await mutated(
    workspace,
    'createInvoiceFromWork',
    { input: requested },
    `${displayed.replace('{ description', '{ role description')} total`,
  );
  const items = made.lineItems.filter(({ role }: { role: string }) => role === 'ITEM');
  const plain = items.map(({ role: _, ...line }: { role: string }) => line);
  expect(body.data.previewInvoiceFromWork).toEqual({ ...made, lineItems: plain });
});
