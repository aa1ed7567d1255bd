import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeTotals } from '../../../src/domain/invoices/invoice-totals.ts';
import { validateComponents } from '../../../src/domain/invoices/tax-components.ts';
import { asText, invoice, toInput } from '../../support/random-invoices.ts';
import { compareTotals } from '../../support/totals-comparison.ts';

test('agrees with whole-number arithmetic on every amount of 2,000 invoices', () => {
  compareTotals(2_000);
});

test('the compared invoices have valid components of tax rules', () => {
  fc.assert(
    fc.property(invoice, (invoice) => {
      expect(validateComponents(toInput(invoice).components)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('a total is subtotal less discount plus tax, and no amount has more digits than the currency', () => {
  fc.assert(
    fc.property(invoice, (invoice) => {
      const totals = computeTotals(toInput(invoice));
      const { discountAmount, lines, subTotal, tax, taxLines, total } = totals;
      const lineTotals = lines.map(({ lineTotal }) => lineTotal);
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
