import fc from 'fast-check';
import {
  buildCreditNoteEInvoice,
  buildEInvoice,
} from '../../src/domain/e-invoices/build-e-invoice.ts';
import type { EInvoice } from '../../src/domain/e-invoices/e-invoice.ts';
import { sellerOf } from '../../src/domain/invoices/seller.ts';
import { findInvoice } from '../../src/domain/invoices/transitions.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

/** Invoices with every feature that an e-invoice has, credited in parts. */

const percent = fc.constantFrom(10, 33.333333, 2.5, 50);
const share = (max: number) =>
  fc.oneof(
    percent.map((one) => ({ percent: one })),
    fc.integer({ min: 1, max }).map((amount) => ({ amount })),
  );
const tax = fc.constantFrom(
  ...[{}, {}, {}, {}, {}, {}],
  { taxRate: 7, taxCategory: 'REDUCED' },
  { taxRate: 20, taxCategory: 'STANDARD' },
  { taxCategory: 'ZERO' },
  { taxCategory: 'EXEMPT', taxReason: 'Exempt by § 4' },
  { taxCategory: 'REVERSE_CHARGE' },
  { taxCategory: 'INTRA_COMMUNITY' },
  { taxCategory: 'EXPORT' },
);
const refusedTax = fc.constantFrom(
  { taxable: false },
  { taxCategory: 'EXEMPT' },
  { taxCategory: 'OUTSIDE_SCOPE' },
);
const anyTax = fc.oneof(
  { weight: 60, arbitrary: tax },
  { weight: 1, arbitrary: refusedTax as fc.Arbitrary<object> },
);
const optional = (fields: fc.Arbitrary<object>) => fc.oneof(fc.constant({}), fields);
const period = { servicePeriodStart: '2026-11-02', servicePeriodEnd: '2026-11-03' };

const item = fc
  .tuple(
    fc.record({
      description: fc.constantFrom('Work', 'Design <draft> & "print"\nsecond line', '§ µ'),
      quantity: fc.constantFrom(1, 3, 7, 0.25, 1.333333, -1),
      rate: fc.oneof(fc.integer({ min: 50, max: 900 }), fc.constantFrom(33.337, 0.125, 0, -20)),
      baseQuantity: fc.constantFrom(null, null, 3, 1000),
      unit: fc.constantFrom(null, 'h', 'Stück', 'fortnight', 'KGM'),
    }),
    anyTax,
    fc.constantFrom({}, period),
    fc.constantFrom({}, {}, { discountPercent: 10 }, { discountAmount: 3 }),
    optional(share(9).map((one) => ({ charges: [one] }))),
  )
  .map((parts): object => Object.assign({}, ...parts));

const adjustment = (max: number) =>
  fc.tuple(share(max), anyTax).map((parts): object[] => [Object.assign({}, ...parts)]);

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
    supplyDate: fc.constant('2026-11-20'),
    paymentInstructions: fc.constantFrom('30 days', '# 30 days'),
  },
  { requiredKeys: ['items'] },
);

/** Parts of lines that are credited before the rest. */
export const anyCredits = fc.array(
  fc.record({
    line: fc.nat({ max: 4 }),
    part: fc.constantFrom({ of: 1 }, { of: 0.5 }, { of: 0.333333 }, { amount: 7 }),
    includeDocumentAdjustments: fc.boolean(),
  }),
  { minLength: 1, maxLength: 2 },
);

type Credit = typeof anyCredits extends fc.Arbitrary<(infer T)[]> ? T : never;

const seller = {
  ...{ name: 'Müller & Söhne', address1: 'Hauptstraße 1', city: 'Berlin', postal: '10119' },
  ...{ country: 'Germany', taxId: 'DE 123 456 788', taxNumber: '27/123/45678' },
  ...{ phone: '+49 30 1234', contactName: 'Ann Weber', contactEmail: 'ann@example.com' },
  ...{ electronicAddress: 'DE123456788', electronicAddressScheme: '9930' },
  ...{ iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
};

export const eInvoiceClient = {
  ...{ name: 'Librairie <du Lac>', address1: 'Rue 1', address2: 'Étage 2', city: 'Lyon' },
  ...{ postal: '69001', country: 'France', taxId: 'FR40303265045', legalId: '303265045' },
  ...{ legalIdScheme: '0002', electronicAddress: '303265045', electronicAddressScheme: '0002' },
  ...{ buyerReference: 'B 1', currency: 'EUR' },
};

/** A workspace and clients, named after their currencies, that lack nothing for any format. */
export async function addEInvoiceWorkspace(api: TestApi, currencies = ['EUR']) {
  const workspace = await api.addWorkspace();
  const { body } = await workspace.gql(
    `mutation ($input: UpdateWorkspaceInput!) {
       updateWorkspace(input: $input) { ... on ExpectedError { message errors { path message } } } }`,
    { input: seller },
  );
  if (body.data?.updateWorkspace?.message) throw new Error(JSON.stringify(body));
  for (const currency of currencies) {
    await created(workspace, 'clients/create', { ...eInvoiceClient, name: currency, currency });
  }
  return workspace;
}

export const issue = (workspace: TestWorkspace, id: string) =>
  workspace.gql('mutation ($id: ID!) { markInvoiceSent(input: { id: $id }) { __typename } }', {
    id,
  });

/** The issued invoice and its credit notes as e-invoices. */
export async function readEInvoices(
  { database }: TestApi,
  { accountId, context }: TestWorkspace,
  id: string,
) {
  const invoice = await findInvoice(context, id);
  const workspace = sellerOf(
    await database.prisma.workspace.findUniqueOrThrow({ where: { accountId } }),
    invoice,
  );
  const creditNotes = await database.prisma.creditNote.findMany({
    where: { accountId, invoiceId: id },
    include: {
      lineItems: { orderBy: { position: 'asc' } },
      taxBreakdown: { orderBy: { order: 'asc' } },
    },
    orderBy: { id: 'asc' },
  });
  const documents = [
    { record: invoice, document: buildEInvoice(invoice, workspace) },
    ...creditNotes.map((creditNote) => ({
      record: creditNote,
      document: buildCreditNoteEInvoice(creditNote, invoice, workspace),
    })),
  ];
  return documents as { record: Pick<typeof invoice, 'tax' | 'total'>; document: EInvoice }[];
}

/** Null: the service refuses the invoice. */
export async function issueAndCredit(
  api: TestApi,
  workspace: TestWorkspace,
  body: object,
  credits: readonly Credit[],
) {
  const response = await workspace.post('invoices/create', body);
  if (response.status !== 200 || response.body.total <= 0) return null;
  const { id: invoiceId, lineItems } = response.body;
  await issue(workspace, invoiceId);
  const items = lineItems.filter(({ role }: { role: string }) => role === 'ITEM');
  for (const { includeDocumentAdjustments, line, part } of credits) {
    const { id: lineId, quantity } = items[line % items.length];
    const of = 'of' in part ? { quantity: Math.round(quantity * part.of * 1e6) / 1e6 } : part;
    const lines = [{ lineId, ...of }];
    await workspace.post('creditNotes/create', { invoiceId, lines, includeDocumentAdjustments });
  }
  await workspace.post('creditNotes/create', { invoiceId });
  return readEInvoices(api, workspace, invoiceId);
}

/** A paid deposit, whose id a final invoice names. */
export async function paidDeposit(workspace: TestWorkspace, body: object): Promise<string> {
  const deposit = await created(workspace, 'invoices/create', { invoiceType: 'DEPOSIT', ...body });
  const { id, invoiceNumberFormatted: invoiceNumber, total: amount } = deposit;
  await created(workspace, 'payment/create', { invoiceNumber, amount });
  return id;
}
