import fc from 'fast-check';
import { expect } from 'vitest';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import { buildCreditNoteEInvoice } from '../../src/domain/e-invoices/build-e-invoice.ts';
import { findInvoice } from '../../src/domain/invoices/transitions.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import type { Credited, CreditState } from './credit-model.ts';
import { noCredit, remainingAmounts, restTotals } from './credit-model.ts';
import type { DocumentModel, DocumentTotals, TaxedModel } from './integer-documents.ts';
import { documentTotals } from './integer-documents.ts';
import { created } from './invoices.ts';

/** Credit notes by quantity and by amount, with and without the discounts and charges of the document, in integers. */

const million = 1_000_000n;
const digitsOf = { EUR: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof digitsOf;

const taxes = [
  { fields: {}, tax: null, taxable: true },
  { fields: { taxable: false }, tax: null, taxable: false },
  {
    fields: { taxRate: 7, taxCategory: 'REDUCED' },
    tax: { category: 'REDUCED', components: [{ rate: 7n * million, on: 'BASE' as const }] },
    taxable: true,
  },
] satisfies (TaxedModel & { fields: object })[];

const percents = fc.constantFrom(10, 33.333333, 2.5, 0.75);
const anyTax = fc.constantFrom(...taxes);
const anyItem = fc.record({
  of: anyTax,
  quantity: fc.constantFrom(1, 3, 7, 0.25, 1.333333),
  rate: fc.integer({ min: 50, max: 900 }),
});
const anyAdjustment = fc.record({
  of: anyTax,
  isCharge: fc.boolean(),
  share: fc.oneof(
    percents.map((percent) => ({ percent })),
    fc.integer({ min: 1, max: 30 }).map((amount) => ({ amount })),
  ),
});
const anyInvoice = fc.record({
  currency: fc.constantFrom<Currency[]>('EUR', 'JPY', 'KWD'),
  taxInclusive: fc.boolean(),
  discountPercent: fc.constantFrom(0, 0, 10, 33.333333),
  items: fc.array(anyItem, { minLength: 1, maxLength: 3 }),
  adjustments: fc.array(anyAdjustment, { maxLength: 3 }),
});
type AnyInvoice = typeof anyInvoice extends fc.Arbitrary<infer T> ? T : never;

const anyNote = fc.record({
  line: fc.nat({ max: 2 }),
  /** Thousandths of what remains. */
  part: fc.constantFrom(1_000, 500, 333, 100, 7),
  by: fc.constantFrom('quantity', 'amount', 'amount', 'whole'),
  includeDocumentAdjustments: fc.boolean(),
});

const micro = (value: number) => BigInt(Math.round(value * 1_000_000));

function modelOf({ adjustments, currency, discountPercent, items, taxInclusive }: AnyInvoice) {
  const digits = digitsOf[currency];
  const minor = 10n ** BigInt(digits);
  const model: DocumentModel = {
    ...{ digits, taxIncluded: taxInclusive, discountPercent: micro(discountPercent) },
    usual: [{ rate: 19n * million, on: 'BASE' }],
    items: items.map(({ of: { tax, taxable }, quantity, rate }) => ({
      ...{ tax, taxable, quantity: micro(quantity), price: micro(rate) },
      ...{ baseQuantity: million, adjustments: [] },
    })),
    adjustments: adjustments.map(({ isCharge, of: { tax, taxable }, share }) => ({
      ...{ isCharge, tax, taxable },
      percent: 'percent' in share ? micro(share.percent) : null,
      amount: 'amount' in share ? BigInt(share.amount) * minor : 0n,
    })),
    ...{ deposits: [], withholding: null, prepaid: 0n, roundTo: 0n, rounding: 0n },
  };
  return model;
}

const requestOf = ({ adjustments, items, ...fields }: AnyInvoice) => {
  const of = (expected: boolean) =>
    adjustments
      .filter(({ isCharge }) => isCharge === expected)
      .map(({ of: { fields: own }, share }) => ({ ...share, ...own }));
  return {
    ...{ clientName: `Client ${fields.currency}`, taxRate: 19 },
    ...{ taxInclusive: fields.taxInclusive, discountPercent: fields.discountPercent },
    items: items.map(({ of: { fields: own }, quantity, rate }) => ({
      ...{ description: 'Work', quantity, rate, ...own },
    })),
    ...{ allowances: of(false), charges: of(true) },
  };
};

const sumNames = ['subTotal', 'discountAmount', 'tax', 'total'] as const;
type Sums = Record<(typeof sumNames)[number], bigint>;

/** @returns how many notes were created, by kind */
export async function creditByAmount(
  api: TestApi,
  workspace: TestWorkspace,
  numRuns: number,
): Promise<Record<string, number>> {
  for (const currency of Object.keys(digitsOf))
    await created(workspace, 'clients/create', { name: `Client ${currency}`, currency });
  const counts: Record<string, number> = {};
  const count = (kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  const notes = fc.array(anyNote, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(anyInvoice, notes, (fields, planned) =>
      creditInvoice(api, workspace, { fields, planned, count }),
    ),
    { numRuns },
  );
  return counts;
}

interface Plan {
  fields: AnyInvoice;
  planned: (typeof anyNote extends fc.Arbitrary<infer T> ? T : never)[];
  count: (kind: string) => void;
}

async function creditInvoice(
  api: TestApi,
  workspace: TestWorkspace,
  { count, fields, planned }: Plan,
): Promise<void> {
  const document = modelOf(fields);
  const whole = documentTotals(document);
  if (whole.total <= 0n) return;
  const invoice = await created(workspace, 'invoices/create', requestOf(fields));
  const { id: invoiceId } = invoice;
  await workspace.gql(`mutation { markInvoiceSent(input: { id: "${invoiceId}" }) { __typename } }`);
  const digits = 10 ** document.digits;
  const minorOf = (value: number) => BigInt(Math.round(value * digits));
  const sumsOf = (of: Record<string, number>) =>
    Object.fromEntries(sumNames.map((name) => [name, minorOf(of[name] ?? 0)])) as Sums;
  expect(sumsOf(invoice)).toEqual(sumsOf(asNumbers(whole, digits)));
  const items = invoice.lineItems.filter(({ role }: { role: string }) => role === 'ITEM');
  let state = noCredit(document);
  let before: DocumentTotals = whole;
  for (const { by, includeDocumentAdjustments, line, part } of planned) {
    const index = line % items.length;
    const remaining = remainingAmounts(document, state.all)[index] as bigint;
    const item = document.items[index] as DocumentModel['items'][number];
    const left = item.quantity - (state.all[index] as Credited).quantity;
    if (left === 0n || remaining === 0n) continue;
    const size = BigInt(part);
    const amount = (remaining * size + 999n) / 1_000n;
    const quantity = by === 'whole' ? left : (left * size + 999n) / 1_000n;
    const credit = by === 'amount' ? { quantity: 0n, amount } : { quantity, amount: 0n };
    const sent = {
      ...(by === 'amount' && { amount: Number(amount) / digits }),
      ...(by === 'quantity' && { quantity: Number(quantity) / 1_000_000 }),
    };
    const next = withCredit(state, { index, credit, includeDocumentAdjustments });
    const rest = restTotals(document, next);
    const answer = await workspace.post('creditNotes/create', {
      ...{ invoiceId, includeDocumentAdjustments },
      lines: [{ lineId: items[index].id, ...sent }],
    });
    if (rest === undefined) return;
    if (answer.status === 409) {
      expect(answer.body.message).toMatch(/Nothing would be|would be negative/);
      const isNegative = rest.total < 0n || before.total <= rest.total;
      if (includeDocumentAdjustments) expect(isNegative).toBe(true);
      count('rejected');
      continue;
    }
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    expect(rest.total).toBeGreaterThanOrEqual(0n);
    const expected = sumNames.map((name) => [name, before[name] - rest[name]]);
    expect(sumsOf(answer.body)).toEqual(Object.fromEntries(expected));
    expectLines(answer.body, by === 'amount' ? amount : null, { digits, document });
    await buildEInvoiceOf(workspace, answer.body);
    state = next;
    before = rest;
    count(includeDocumentAdjustments ? by : `${by} alone`);
  }
  await expectNothingLeft(api, workspace, { invoice, hasRest: before.total > 0n });
}

const asNumbers = (totals: DocumentTotals, digits: number): Record<string, number> =>
  Object.fromEntries(sumNames.map((name) => [name, Number(totals[name]) / digits]));

interface NewCredit {
  index: number;
  credit: Credited;
  includeDocumentAdjustments: boolean;
}

function withCredit(
  { all, withAdjustments }: CreditState,
  { credit, includeDocumentAdjustments, index }: NewCredit,
): CreditState {
  const add = (credits: readonly Credited[]) =>
    credits.map((one, at) =>
      at === index
        ? { quantity: one.quantity + credit.quantity, amount: one.amount + credit.amount }
        : one,
    );
  return {
    all: add(all),
    withAdjustments: includeDocumentAdjustments ? add(withAdjustments) : withAdjustments,
  };
}

/** Its sums are those of the credit note, otherwise it throws an error. */
export async function buildEInvoiceOf(
  { context }: TestWorkspace,
  { id, invoiceId }: { id: string; invoiceId: string },
) {
  const creditNote = await findCreditNote(context, { id, invoiceId });
  if (!creditNote) throw new Error(`there is no credit note ${id}`);
  return buildCreditNoteEInvoice(
    creditNote,
    await findInvoice(context, invoiceId),
    context.workspace as never,
  );
}

interface NoteLine {
  amount: number | null;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
}

/** Lines add up to the sum, and an amount is one unit of its price. */
function expectLines(
  { lineItems, subTotal }: { lineItems: NoteLine[]; subTotal: number },
  amount: bigint | null,
  { digits, document }: { digits: number; document: DocumentModel },
): void {
  const total = lineItems.reduce((sum, { lineTotal }) => sum + lineTotal, 0);
  expect(Math.round(total * digits)).toBe(Math.round(subTotal * digits));
  const [first] = lineItems.filter((line) => line.amount !== null);
  if (amount === null) expect(first).toBeUndefined();
  else {
    expect(first).toMatchObject({ amount: Number(amount) / digits, quantity: 1 });
    expect(first?.unitPrice).toBe(first?.lineTotal);
    if (!document.taxIncluded && document.items.length > 1)
      expect(first?.lineTotal).toBeCloseTo(Number(amount) / digits, 8);
  }
}

/** The last credit note has the rest of each tax. */
async function expectNothingLeft(
  api: TestApi,
  workspace: TestWorkspace,
  { hasRest, invoice }: { hasRest: boolean; invoice: { id: string } },
): Promise<void> {
  const last = await workspace.post('creditNotes/create', { invoiceId: invoice.id });
  expect([last.status, last.body.message]).toEqual([
    hasRest ? 200 : 409,
    hasRest ? undefined : expect.any(String),
  ]);
  const { rows } = await api.owner.query(
    `SELECT t."order", t.amount - coalesce(sum(c.amount), 0) AS amount,
       t."taxableAmount" - coalesce(sum(c."taxableAmount"), 0) AS taxable
     FROM "InvoiceTaxLine" t
     LEFT JOIN "CreditNote" n ON n."accountId" = t."accountId" AND n."invoiceId" = t."invoiceId"
     LEFT JOIN "CreditNoteTaxLine" c ON c."accountId" = n."accountId" AND c."creditNoteId" = n.id AND c."order" = t."order"
     WHERE t."invoiceId" = $1 GROUP BY t."accountId", t.id`,
    [invoice.id],
  );
  if (hasRest)
    for (const row of rows) expect([Number(row.amount), Number(row.taxable)]).toEqual([0, 0]);
  const { rows: due } = await api.owner.query(
    'SELECT "amountDue"::float AS due FROM "Invoice" WHERE id = $1',
    [invoice.id],
  );
  expect(due).toEqual([{ due: 0 }]);
}
