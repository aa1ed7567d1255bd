import { beforeAll, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { useTestApi } from '../support/api.ts';
import { viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';
import { contradictingInvoices, owedNow } from '../support/reversal-races.ts';

/** Corrections of errors in GraphQL. The reports are right after each step. */

const api = useTestApi();

let clientId = '';
beforeAll(async () => {
  const own = await created(api.ours, 'clients/create', { name: 'Own', currency: 'EUR' });
  clientId = own.id;
});

const payment = `id amount reversedAt reversalReason reversalNote refundedTotal version
  refunds { amount date paymentType referenceNumber payment { id } }
  invoice { status paymentTotal amountDue datePaid allowedActions history { kind note } }`;

const act = (name: string, input: Record<string, unknown>, fields = payment) =>
  mutated(api.ours, name, { input }, fields);

const owed = () => owedNow(api.ours);

test('hours are billed, paid in part, reversed, paid and refunded, and the amount due is right each time', async () => {
  const lineItems = [{ description: 'Hours', quantity: 8, unitPrice: 125 }];
  const header = { clientName: 'Own', taxPercentage: 19, lineItems };
  const made = await act('createInvoice', header, 'id invoiceNumberFormatted total');
  expect([made.total, await owed()]).toEqual(['1190', '0']);
  await act('markInvoiceSent', { id: made.id }, 'id');
  expect(await owed()).toBe('1190');

  const pay = (amount: string, referenceNumber: string) =>
    act(
      'recordPayment',
      { invoiceNumber: made.invoiceNumberFormatted, amount, referenceNumber },
      'status payments { id }',
    );
  const part = await pay('190', 'T1');
  expect([part.status, await owed()]).toEqual(['PARTIAL', '1000']);
  const bounced = await act('reversePayment', {
    ...{ id: part.payments[0].id, reason: 'BOUNCED', note: 'No money' },
  });
  expect(bounced).toMatchObject({
    ...{ reversalReason: 'BOUNCED', reversalNote: 'No money', refundedTotal: '0', refunds: [] },
    invoice: { status: 'SENT', paymentTotal: '0', amountDue: '1190', datePaid: null },
  });
  expect(bounced.invoice.allowedActions).toContain('VOID');
  expect(bounced.invoice.allowedActions).not.toContain('REFUND_PAYMENT');
  expect(await owed()).toBe('1190');
  const whole = await pay('1190', 'T1');
  expect([whole.status, await owed()]).toEqual(['PAID', '0']);
  const { id } = whole.payments[1];
  const refunded = await act('refundPayment', { id, amount: '190.5', referenceNumber: 'R1' });
  expect(refunded).toMatchObject({
    ...{ amount: '1190', refundedTotal: '190.5', reversedAt: null },
    refunds: [{ amount: '190.5', paymentType: 'OTHER', referenceNumber: 'R1', payment: { id } }],
    invoice: { status: 'PARTIAL', paymentTotal: '999.5', amountDue: '190.5', datePaid: null },
  });
  expect(refunded.invoice.history.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['CREATED', 'MARKED_SENT', 'PAYMENT_APPLIED', 'PAYMENT_REVERSED', 'PAYMENT_APPLIED'],
    'PAYMENT_REFUNDED',
  ]);
  expect(await owed()).toBe('190.5');
  const { body } = await api.ours.gql(
    `{ statementOfAccount(clientId: "${clientId}") { accounts { closing entries { kind amount } } }
      figures { revenueByMonth { amount payments } paidByPeriod { amount payments tax } }
      payments(where: { reversedAt: { equals: null } }) { nodes { id } } refunds { nodes { amount } } }`,
  );
  expect(body.data).toMatchObject({
    statementOfAccount: { accounts: [{ closing: '190.5' }] },
    figures: {
      revenueByMonth: [{ amount: '999.5', payments: 1 }],
      // 190 less its share in what was given back.
      paidByPeriod: [{ amount: '999.5', payments: 1, tax: '159.58' }],
    },
    payments: { nodes: [{ id }] },
    refunds: { nodes: [{ amount: '190.5' }] },
  });
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);

  const { payments, amountDue } = buildInvoiceDocument(await viewInvoice(api.ours, made.id));
  expect(payments.map(({ label, amount }) => [label.replace(/\d+ \w+ \d+/, 'D'), amount])).toEqual([
    ['Paid D · T1', '−€190.00'],
    ['Payment returned · T1', '€190.00'],
    ['Paid D · T1', '−€1,190.00'],
    ['Refunded D · R1', '€190.50'],
  ]);
  expect(amountDue?.amount).toBe('€190.50');

  const credit = (more: object) =>
    act('createCreditNote', { invoiceId: made.id, ...more }, 'total refundedAmount tax');
  const [line] = (
    await api.database.prisma.invoiceLine.findMany({ where: { invoiceId: made.id } })
  ).map((one) => one.id);
  const first = await credit({ lines: [{ lineId: line, quantity: 1 }] });
  expect([first, await owed()]).toMatchObject([
    { total: '148.75', refundedAmount: '0', tax: '23.75' },
    '41.75',
  ]);
  const rest = await credit({ excess: 'REFUND' });
  expect([rest, await owed()]).toMatchObject([
    { total: '1041.25', refundedAmount: '999.5', tax: '166.25' },
    '0',
  ]);
  const later = await api.ours.gql(`{
    statementOfAccount(clientId: "${clientId}") { accounts { closing } }
    figures {
      invoicedByPeriod { invoices net tax total credited }
      paidByPeriod { amount tax }
      taxByPeriod { taxable tax }
    } }`);
  expect(later.body.data).toEqual({
    statementOfAccount: { accounts: [{ closing: '0' }] },
    figures: {
      invoicedByPeriod: [{ invoices: 1, net: '0', tax: '0', total: '0', credited: '1190' }],
      paidByPeriod: [{ amount: '0', tax: '0' }],
      taxByPeriod: [{ taxable: '0', tax: '0' }],
    },
  });
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
});

test('a refund requires the expected version', async () => {
  const invoice = await act(
    'createSimpleInvoice',
    { clientName: 'Own', amount: 5 },
    'id invoiceNumberFormatted',
  );
  const input = { invoiceNumber: invoice.invoiceNumberFormatted, amount: 5 };
  const [{ id }] = (await act('recordPayment', input, 'payments { id }')).payments;
  const refund = (expectedVersion: number) =>
    mutate(api.ours, 'refundPayment', { input: { id, amount: 1, expectedVersion } }, 'version');
  expect(await refund(1)).toMatchObject({ version: 2 });
  expect(await refund(1)).toMatchObject({ code: 'version_mismatch', currentVersion: 2 });
});
