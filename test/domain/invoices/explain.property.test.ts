import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainTotals } from '../../../src/domain/invoices/explain-totals.ts';
import { computeTotals } from '../../../src/domain/invoices/invoice-totals.ts';
import type { TotalsStepKind } from '../../../src/domain/invoices/totals-steps.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import { countFeatures } from '../../support/document-features.ts';
import { decimalText, integerTotals } from '../../support/integer-totals.ts';
import { anyDocument, toTotalsInput } from '../../support/random-documents.ts';
import { asText, invoice, modelAsText, toInput } from '../../support/random-invoices.ts';

test('an explanation has every amount, each computed from exactly the listed parts', () => {
  fc.assert(
    fc.property(invoice, (invoice) => {
      const { steps, ...explained } = explainTotals(toInput(invoice));
      const totals = modelAsText(integerTotals(invoice), invoice.digits);
      expect(asText(explained)).toEqual(totals);
      const rounded = (kind: TotalsStepKind) =>
        steps
          .filter((step) => step.kind === kind)
          .map((step) => new Decimal(step.rounded).toFixed());
      expect(rounded('LINE_TOTAL')).toEqual(totals.lineTotals);
      expect(rounded('TAXED_AMOUNT')).toEqual(totals.taxLines.map((line) => line.taxableAmount));
      expect(rounded('TAX_AMOUNT')).toEqual(totals.taxLines.map((line) => line.amount));
      const { discountPercent } = toInput(invoice);
      expect(rounded('SUB_TOTAL')).toEqual([totals.subTotal]);
      // What there is not has no steps.
      expect(rounded('DISCOUNT')).toEqual(discountPercent === '0' ? [] : [totals.discountAmount]);
      expect(rounded('TAX')).toEqual(totals.taxLines.length === 0 ? [] : [totals.tax]);
      expect(rounded('TOTAL')).toEqual([totals.total]);
      expect(steps.at(-1)).toMatchObject({
        kind: 'AMOUNT_DUE',
        rounded: explained.total.toFixed(invoice.digits),
      });
      for (const step of steps) {
        expect(step.unrounded.toFixed()).toBe(evaluate(step.calculation));
        const lost = step.unrounded.minus(step.rounded).abs().times(2);
        expect(lost.lte(new Decimal(10).pow(-invoice.digits))).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('an explanation of any document ends at the amount due, and contains each step once, in one form', () => {
  const { count, counts } = countFeatures();
  fc.assert(
    fc.property(anyDocument, (document) => {
      count(document);
      const input = toTotalsInput(document);
      const { amountDue, currency: _c, digits, steps, ...totals } = explainTotals(input);
      expect(JSON.stringify(totals)).toBe(JSON.stringify(computeTotals(input)));
      expect(amountDue.toFixed()).toBe(totals.total.toFixed());
      expect(steps.at(-1)).toMatchObject({
        kind: 'AMOUNT_DUE',
        rounded: amountDue.toFixed(digits),
      });
      const names = steps.map(({ name }) => name);
      expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
      const discounted = steps.filter(({ kind }) => discounts.includes(kind));
      if (document.discountPercent === 0n) expect(discounted).toEqual([]);
      const words = steps.flatMap(({ calculation, formula, name }) => [calculation, formula, name]);
      expect(words.filter((text) => /-\d|\d-/.test(text))).toEqual([]);
      for (const { rounded } of steps) {
        expect(/^-?\d+(?:\.(\d+))?$/.exec(rounded)?.[1]?.length ?? 0).toBe(digits);
      }
    }),
    { numRuns: 300 },
  );
  expect(Object.entries(counts).filter(([, found]) => found === 0)).toEqual([]);
});

const discounts: readonly TotalsStepKind[] = [
  'DISCOUNT',
  'DISCOUNT_WITHOUT_TAX',
  'TAXABLE_DISCOUNT',
  'TAXABLE_BASE',
];

/** What a calculation gives, done again in millionths and in whole numbers only. */
function evaluate(calculation: string): string {
  const digits = 6;
  const [product = '', ...more] = calculation.split(' × ');
  const whole = (text: string) =>
    BigInt(
      text
        .replace(/[()]/g, '')
        .replace(
          /^(−?)(\d+)\.?(\d*)$/,
          (_, sign, units, fraction) => `${sign && '-'}${units}${fraction.padEnd(digits, '0')}`,
        ),
    );
  if (more.length > 0) {
    const [factor = ''] = more;
    const share = product.endsWith(' %');
    const value = whole(product.replace(' %', '')) * whole(factor);
    return decimalText(value, share ? 2 * digits + 2 : 2 * digits);
  }
  const terms = calculation.replaceAll(' − ', ' + − ').split(' + ');
  const sum = terms.reduce(
    (total, term) => (term.startsWith('− ') ? total - whole(term.slice(2)) : total + whole(term)),
    0n,
  );
  return decimalText(sum, digits);
}
