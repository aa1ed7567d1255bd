import fc from 'fast-check';
import { expect } from 'vitest';
import { Decimal } from '../../src/platform/money/money.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

/**
 * Invoices with every feature, credited in parts until nothing is left. Together the parts equal the invoice, despite
 * rounding.
 */

const currencies = ['EUR', 'JPY', 'KWD'] as const;
const percent = fc.constantFrom(10, 33.333333, 2.5, 50);
const share = (max: number) =>
  fc.oneof(
    percent.map((one) => ({ percent: one })),
    fc.integer({ min: 1, max: max }).map((amount) => ({ amount })),
  );
const taxes = fc.constantFrom({}, {}, { taxRate: 7, taxCategory: 'REDUCED' }, { taxable: false });

const item = fc
  .tuple(
    fc.record({
      quantity: fc.constantFrom(1, 3, 7, 0.25, 1.333333),
      rate: fc.integer({ min: 50, max: 900 }),
    }),
    taxes,
    fc.constantFrom({}, {}, { discountPercent: 10 }, { discountAmount: 3 }),
    fc.oneof(
      fc.constant({}),
      share(9).map((one) => ({ charges: [one] })),
    ),
  )
  .map((parts) => Object.assign({ description: 'Work' }, ...parts));

const anyInvoice = fc.record(
  {
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    taxInclusive: fc.boolean(),
    discountPercent: percent,
    allowances: fc.tuple(share(9)),
    charges: fc.tuple(share(30)),
    withholding: share(5),
    prepaidAmount: fc.integer({ min: 1, max: 60 }),
    roundTo: fc.constantFrom(5, 1),
  },
  { requiredKeys: ['items'] },
);

/** The parts of the credit note: the quantity of each line, and whether the client keeps the payments as credit. */
const parts = fc.array(
  fc.record({ line: fc.nat({ max: 3 }), of: fc.constantFrom(1, 0.5, 0.333333, 0.1) }),
  { minLength: 1, maxLength: 6 },
);

interface Sums {
  subTotal: number;
  discountAmount: number;
  tax: number;
  total: number;
}
interface Note extends Sums {
  lineItems: { lineTotal: number }[];
  taxBreakdown: { name: string; rate: number; amount: number; taxableAmount: number }[];
}

const sums = ['subTotal', 'discountAmount', 'tax', 'total'] as const;
const sumOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toNumber();

/** @returns how many parts were credited by lines */
export async function creditInParts(
  api: TestApi,
  workspace: TestWorkspace,
  numRuns: number,
): Promise<number> {
  for (const currency of currencies) {
    await created(workspace, 'clients/create', { name: currency, currency });
  }
  let byLines = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...currencies), anyInvoice, parts, async (...input) => {
      const [clientName, fields, credited] = input;
      const answer = await workspace.post('invoices/create', {
        ...{ clientName, taxRate: 19, ...fields },
      });
      // Earlier payments can exceed the whole invoice.
      if (answer.status !== 200 || answer.body.total <= 0) return;
      const invoice = answer.body;
      const id = JSON.stringify(invoice.id);
      await workspace.gql(`mutation { markInvoiceSent(input: { id: ${id} }) { __typename } }`);
      const items = invoice.lineItems.filter(({ role }: { role: string }) => role === 'ITEM');
      const left = new Map<string, Decimal>(
        items.map((one: { id: string; quantity: number }) => [one.id, new Decimal(one.quantity)]),
      );
      const notes: Note[] = [];
      for (const { line, of } of credited) {
        const { id: lineId } = items[line % items.length];
        const there = left.get(lineId) as Decimal;
        const quantity = there.times(of).toDecimalPlaces(6, Decimal.ROUND_UP);
        if (quantity.isZero()) continue;
        const lines = [{ lineId, quantity: quantity.toNumber() }];
        const { status, body } = await workspace.post('creditNotes/create', {
          ...{ invoiceId: invoice.id, lines },
        });
        if (status === 409) {
          expect(body.message).toMatch(/Nothing would be credited|would be negative/);
          continue;
        }
        expect([status, body.message]).toEqual([200, undefined]);
        left.set(lineId, there.minus(quantity));
        notes.push(body);
        byLines += 1;
      }
      const last = await workspace.post('creditNotes/create', { invoiceId: invoice.id });
      if (last.status === 200) notes.push(last.body);
      // Discounts are taxed like the invoice, and reduce taxes that items with other rates do not have.
      const isOfOneTax = fields.items.every((one) => !('taxRate' in one || 'taxable' in one));
      const isAll = last.status === 200 || [...left.values()].every((one) => one.isZero());
      await expectWhole(api, { ...invoice, isOfOneTax, isAll }, notes);
    }),
    { numRuns },
  );
  return byLines;
}

/** The notes are the invoice together, and each adds up by itself. */
async function expectWhole(
  api: TestApi,
  invoice: Sums & { id: string; isAll: boolean; isOfOneTax: boolean },
  notes: readonly Note[],
): Promise<void> {
  for (const note of notes) {
    const { discountAmount, lineItems, subTotal, tax, taxBreakdown, total } = note;
    expect(sumOf(lineItems.map(({ lineTotal }) => lineTotal))).toBe(subTotal);
    expect(sumOf(taxBreakdown.map(({ amount }) => amount))).toBe(tax);
    expect(sumOf([subTotal, -discountAmount, tax])).toBe(total);
    expect(total).toBeGreaterThan(0);
    if (invoice.isOfOneTax) expect(taxBreakdown.filter(({ amount }) => amount < 0)).toEqual([]);
  }
  const { rows } = await api.owner.query(
    'SELECT "creditedTotal"::float AS credited, "amountDue"::float AS due FROM "Invoice" WHERE id = $1',
    [invoice.id],
  );
  expect(rows).toEqual([{ credited: invoice.total, due: 0 }]);
  // If earlier payments exceed the rest, the invoice is credited completely before all of its lines are.
  for (const name of invoice.isAll ? sums : (['total'] as const)) {
    expect([name, sumOf(notes.map((note) => note[name]))]).toEqual([name, invoice[name]]);
  }
}
