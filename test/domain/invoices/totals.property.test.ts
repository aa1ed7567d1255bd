import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InvoiceTotals, TotalsInput } from '../../../src/domain/invoices/totals.ts';
import { computeTotals, validateComponents } from '../../../src/domain/invoices/totals.ts';
import type { Decimal } from '../../../src/domain/kernel/money.ts';
import type {
  IntegerComponent,
  IntegerInvoice,
  IntegerTotals,
} from '../../support/integer-totals.ts';
import { decimalText, integerTotals } from '../../support/integer-totals.ts';

const numRuns = 10_000;
const micro = 1_000_000n;
const widest = 999_999_999_999_999n;

const currencies = [
  { currency: 'JPY', digits: 0 },
  { currency: 'USD', digits: 2 },
  { currency: 'KWD', digits: 3 },
];

/** Everyday values in steps that make halves likely, and now and then anything the columns hold. */
function millionths(steps: readonly bigint[], most: bigint, limit: bigint): fc.Arbitrary<bigint> {
  const everyday = fc
    .tuple(fc.constantFrom(...steps), fc.bigInt({ min: -most, max: most }))
    .map(([step, count]) => step * count);
  return fc.oneof(
    { weight: 6, arbitrary: everyday },
    { weight: 1, arbitrary: fc.bigInt({ min: -limit, max: limit }) },
  );
}

const line = fc.record({
  quantity: millionths([micro, 250_000n, 50_000n, 1_000n], 40n, widest),
  unitPrice: millionths([micro, 500_000n, 10_000n, 1_000n], 20_000n, widest),
  taxable: fc.boolean(),
});

const rate = fc.oneof(
  fc.constantFrom(5n * micro, 9_975_000n, 19n * micro, 12_500_000n, 50n * micro, -20n * micro),
  fc.bigInt({ min: -100n * micro, max: 100n * micro }),
);

const discountPercent = fc.oneof(
  fc.constantFrom(0n, 100n * micro, 50n * micro, 12_500_000n, 33_333_333n),
  fc.bigInt({ min: 0n, max: 100n * micro }),
);

const components: fc.Arbitrary<IntegerComponent[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 })
  .chain((orders) =>
    fc.tuple(
      ...orders.map((order) => {
        const earlier = orders.filter((other) => other < order);
        return fc
          .record({ rate, compound: fc.boolean(), on: fc.constantFrom(null, ...earlier) })
          .map(({ rate, compound, on }) => ({
            rate,
            order,
            compound,
            compoundOnOrder: compound ? on : null,
          }));
      }),
    ),
  );

const lines = fc.array(line, { maxLength: 12 });
const invoice = fc
  .record({ kind: fc.constantFrom(...currencies), lines, discountPercent, components })
  .map(({ kind, ...rest }) => ({ ...kind, ...rest }));

type Invoice = IntegerInvoice & { currency: string };

function toInput(invoice: Invoice): TotalsInput {
  const text = (value: bigint) => decimalText(value, 6);
  return {
    currency: invoice.currency,
    lines: invoice.lines.map(({ quantity, unitPrice, taxable }) => ({
      quantity: text(quantity),
      unitPrice: text(unitPrice),
      taxable,
    })),
    discountPercent: text(invoice.discountPercent),
    components: invoice.components.map((component) => ({
      ...component,
      name: `Tax ${component.order}`,
      rate: text(component.rate),
    })),
  };
}

/** Every amount in full: `toFixed()` without digits rounds nothing, so an unrounded amount shows. */
function asText(totals: InvoiceTotals) {
  const text = (amount: Decimal) => amount.toFixed();
  return {
    lineTotals: totals.lineTotals.map(text),
    subTotal: text(totals.subTotal),
    discountAmount: text(totals.discountAmount),
    taxLines: totals.taxLines.map(({ order, taxableAmount, amount }) => ({
      order,
      taxableAmount: text(taxableAmount),
      amount: text(amount),
    })),
    tax: text(totals.tax),
    total: text(totals.total),
  };
}

function modelAsText(totals: IntegerTotals, digits: number) {
  const text = (amount: bigint) => decimalText(amount, digits);
  return {
    lineTotals: totals.lineTotals.map(text),
    subTotal: text(totals.subTotal),
    discountAmount: text(totals.discountAmount),
    taxLines: totals.taxLines.map(({ order, taxableAmount, amount }) => ({
      order,
      taxableAmount: text(taxableAmount),
      amount: text(amount),
    })),
    tax: text(totals.tax),
    total: text(totals.total),
  };
}

test('agrees with whole-number arithmetic on every amount of 10,000 invoices', () => {
  fc.assert(
    fc.property(invoice, (invoice) => {
      const input = toInput(invoice);
      expect(validateComponents(input.components)).toEqual([]);
      const expected = modelAsText(integerTotals(invoice), invoice.digits);
      expect(asText(computeTotals(input))).toEqual(expected);
    }),
    { numRuns },
  );
});

test('a total is subtotal less discount plus tax, and no amount has more digits than the currency', () => {
  fc.assert(
    fc.property(invoice, (invoice) => {
      const totals = computeTotals(toInput(invoice));
      const { discountAmount, lineTotals, subTotal, tax, taxLines, total } = totals;
      expect(total.toFixed()).toBe(subTotal.minus(discountAmount).plus(tax).toFixed());
      const taxes = taxLines.flatMap((line) => [line.taxableAmount, line.amount]);
      for (const amount of [...lineTotals, subTotal, discountAmount, ...taxes, tax, total]) {
        expect(amount.decimalPlaces()).toBeLessThanOrEqual(invoice.digits);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('neither the sequence of the lines nor that of the components changes an amount', () => {
  fc.assert(
    fc.property(invoice, fc.infiniteStream(fc.nat()), (invoice, keys) => {
      const shuffled = <T>(values: readonly T[]): T[] =>
        values
          .map((value) => ({ value, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value);
      const input = toInput(invoice);
      const { lineTotals: _before, ...before } = asText(computeTotals(input));
      const { lineTotals: _after, ...after } = asText(
        computeTotals({
          ...input,
          lines: shuffled(input.lines),
          components: shuffled(input.components),
        }),
      );
      expect(after).toEqual(before);
    }),
    { numRuns: 1_000 },
  );
});

test('the taxable base is all that is left after discount when every line is taxable, 0 when none is', () => {
  const single = { name: 'VAT', rate: '19', order: 1, compound: false, compoundOnOrder: null };
  fc.assert(
    fc.property(invoice, (invoice) => {
      const input = { ...toInput(invoice), components: [single] };
      const withTaxable = (taxable: boolean) =>
        computeTotals({ ...input, lines: input.lines.map((line) => ({ ...line, taxable })) });
      const all = withTaxable(true);
      const left = all.subTotal.minus(all.discountAmount).toFixed();
      expect(all.taxLines.map((line) => line.taxableAmount.toFixed())).toEqual([left]);
      const none = withTaxable(false);
      expect(none.taxLines.map((line) => line.taxableAmount.toFixed())).toEqual(['0']);
      expect(none.tax.toFixed()).toBe('0');
    }),
    { numRuns: 1_000 },
  );
});

test('a credit is the exact mirror of its charge', () => {
  fc.assert(
    fc.property(invoice, (invoice) => {
      const credit = {
        ...invoice,
        lines: invoice.lines.map((line) => ({ ...line, quantity: -line.quantity })),
      };
      const charged = computeTotals(toInput(invoice));
      const credited = computeTotals(toInput(credit));
      for (const name of ['subTotal', 'discountAmount', 'tax', 'total'] as const) {
        expect(credited[name].toFixed()).toBe(charged[name].times(-1).toFixed());
      }
    }),
    { numRuns: 1_000 },
  );
});
