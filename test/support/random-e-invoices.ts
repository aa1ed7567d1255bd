import fc from 'fast-check';
import type { BuyerSource, SellerSource } from '../../src/domain/e-invoices/build-parties.ts';
import { findInvoice } from '../../src/domain/invoices/transitions.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

/** Invoices with every feature that reaches an e-invoice, credited in parts. */

const percent = fc.constantFrom(10, 33.333333, 2.5, 50);
const share = (max: number) =>
  fc.oneof(
    percent.map((one) => ({ percent: one })),
    fc.integer({ min: 1, max }).map((amount) => ({ amount })),
  );
const mixedTaxes = [
  { taxRate: 7, taxCategory: 'REDUCED' },
  { taxRate: 20, taxCategory: 'STANDARD' },
  { taxCategory: 'ZERO' },
  { taxCategory: 'EXEMPT', taxReason: 'Exempt by § 4' },
  { taxCategory: 'REVERSE_CHARGE' },
  { taxCategory: 'INTRA_COMMUNITY' },
  { taxCategory: 'EXPORT' },
];
const tax = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: fc.constantFrom(...mixedTaxes) },
);
const refusedTax = fc.constantFrom(
  { taxable: false },
  { taxCategory: 'EXEMPT' },
  { taxCategory: 'OUTSIDE_SCOPE' },
);
const anyTax = fc.oneof({ weight: 60, arbitrary: tax }, { weight: 1, arbitrary: refusedTax });
const optional = <T extends object>(fields: fc.Arbitrary<T>) => fc.oneof(fc.constant({}), fields);
const period = fc.constantFrom(
  {},
  { servicePeriodStart: '2026-11-02', servicePeriodEnd: '2026-11-03' },
);

const item = fc
  .tuple(
    fc.record({
      description: fc.constantFrom('Work', 'Design <draft> & "print"\nsecond line', '§ \u0007 µ'),
      quantity: fc.constantFrom(1, 3, 7, 0.25, 1.333333, -1),
      rate: fc.oneof(fc.integer({ min: 50, max: 900 }), fc.constantFrom(33.337, 0.125, 0, -20)),
      baseQuantity: fc.constantFrom(null, null, 3, 1000),
      unit: fc.constantFrom(null, 'h', 'Stück', 'fortnight', 'KGM'),
    }),
    anyTax,
    period,
    fc.constantFrom({}, {}, { discountPercent: 10 }, { discountAmount: 3 }),
    optional(share(9).map((one) => ({ charges: [one] }))),
  )
  .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);

const adjustment = (max: number) =>
  fc.tuple(share(max), anyTax).map((parts) => [Object.assign({}, ...parts)]);

export const anyInvoiceBody = fc.record(
  {
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    taxInclusive: fc.boolean(),
    discountPercent: percent,
    allowances: adjustment(9),
    charges: adjustment(30),
    withholding: share(5).map((one) => ({ ...one, reason: 'IRPF' })),
    prepaidAmount: fc.integer({ min: 1, max: 60 }),
    roundTo: fc.constantFrom(5, 1),
    description: fc.constant('The offer of May'),
    orderNumber: fc.constant('PO 7'),
    supplyDate: fc.constant('2026-11-20'),
    servicePeriodStart: fc.constant('2026-11-01'),
    paymentInstructions: fc.constantFrom('30 days', '# 30 days'),
  },
  { requiredKeys: ['items'] },
);

/** Parts of the lines that are credited one after another. */
export const anyCredits = fc.array(
  fc.record({ line: fc.nat({ max: 4 }), of: fc.constantFrom(1, 0.5, 0.333333) }),
  { maxLength: 2 },
);

export const seller: SellerSource = {
  ...{ name: 'Müller & Söhne', address1: 'Hauptstraße 1', address2: null, city: 'Berlin' },
  ...{ locality: null, postal: '10119', countryCode: 'DE', taxId: 'DE 123 456 788' },
  ...{ taxNumber: '27/123/45678', legalId: 'HRB 12345', legalIdScheme: null },
  ...{ phone: '+49 30 1234', contactName: 'Ann Weber', contactEmail: 'ann@example.com' },
  ...{ electronicAddress: 'DE123456788', electronicAddressScheme: '9930' },
  ...{ iban: 'DE02120300000000202051', bic: 'BYLADEM1001', accountHolder: null },
};

export const buyer: Omit<BuyerSource, 'name'> = {
  ...{ address1: 'Rue 1', address2: 'Étage 2', city: 'Lyon', locality: null, postal: '69001' },
  ...{ countryCode: 'FR', taxId: 'FR40303265045', legalId: '303265045', legalIdScheme: '0002' },
  ...{ electronicAddress: '303265045', electronicAddressScheme: '0002', buyerReference: 'B 1' },
};

/** An issued invoice with its credit notes. Null: the service refuses it. */
export async function issueAndCredit(
  { database }: TestApi,
  workspace: TestWorkspace,
  body: object,
  credits: readonly { line: number; of: number }[],
) {
  const response = await workspace.post('invoices/create', body);
  if (response.status !== 200 || response.body.total <= 0) return null;
  const { id } = response.body;
  await workspace.gql(
    `mutation ($id: ID!) { markInvoiceSent(input: { id: $id }) { __typename } }`,
    { id },
  );
  const items = response.body.lineItems.filter(({ role }: { role: string }) => role === 'ITEM');
  for (const { line, of } of credits) {
    const { id: lineId, quantity } = items[line % items.length];
    const part = Math.round(quantity * of * 1e6) / 1e6;
    await workspace.post('creditNotes/create', {
      invoiceId: id,
      lines: [{ lineId, quantity: part }],
    });
  }
  if (credits.length > 0) await workspace.post('creditNotes/create', { invoiceId: id });
  const { accountId } = workspace;
  const creditNotes = await database.prisma.creditNote.findMany({
    where: { accountId, invoiceId: id },
    include: {
      lineItems: { orderBy: { position: 'asc' } },
      taxBreakdown: { orderBy: { order: 'asc' } },
    },
  });
  const invoice = await findInvoice(workspace.context, id);
  return { invoice, creditNotes };
}

/** A paid deposit, whose id a final invoice names. */
export async function paidDeposit(workspace: TestWorkspace, body: object): Promise<string> {
  const deposit = await created(workspace, 'invoices/create', { invoiceType: 'DEPOSIT', ...body });
  const { id, invoiceNumberFormatted, total } = deposit;
  await created(workspace, 'payment/create', {
    invoiceNumber: invoiceNumberFormatted,
    amount: total,
  });
  return id;
}
