import fc from 'fast-check';
import { expect } from 'vitest';
import { computeTotals } from '../../src/domain/invoices/invoice-totals.ts';
import type { TotalsInput } from '../../src/domain/invoices/totals-input.ts';
import { Decimal, roundToCurrency } from '../../src/platform/money/money.ts';
import { countFeatures } from './document-features.ts';
import { documentTotals } from './integer-documents.ts';
import { decimalText } from './integer-totals.ts';
import { anyDocument, toTotalsInput } from './random-documents.ts';

/** Compares so many documents with the model, and each with the equations of the specification. */
export function compareDocuments(numRuns: number): void {
  let compared = 0;
  const { count, counts } = countFeatures();
  fc.assert(
    fc.property(anyDocument, (document) => {
      count(document);
      const input = toTotalsInput(document);
      const totals = computeTotals(input);
      const expected = documentTotals(document);
      const written = (amount: bigint) => decimalText(amount, document.digits);
      const asComputed = JSON.stringify([
        totals.lines.map(({ lineTotal }) => lineTotal.toFixed()),
        totals.taxLines.map(({ amount, taxableAmount }) => [
          taxableAmount.toFixed(),
          amount.toFixed(),
        ]),
        [totals.subTotal, totals.discountAmount, totals.tax, totals.total].map((one) =>
          one.toFixed(),
        ),
      ]);
      const { discountAmount, subTotal, tax, total } = expected;
      const asExpected = JSON.stringify([
        expected.lineTotals.map(written),
        expected.taxes.map(({ amount, taxableAmount }) => [
          written(taxableAmount),
          written(amount),
        ]),
        [subTotal, discountAmount, tax, total].map(written),
      ]);
      if (asComputed !== asExpected) expect(JSON.parse(asComputed)).toEqual(JSON.parse(asExpected));
      expectEquations(input, totals);
      compared += 1;
    }),
    { numRuns },
  );
  expect(compared).toBe(numRuns);
  // One in fifty has each at least, so that it meets the others.
  const rare = Object.entries(counts).filter(([, found]) => found * 50 < numRuns);
  expect(rare).toEqual([]);
}

/**
 * The equations of the specification for every invoice: a line is quantity × unitPrice, the total is subTotal −
 * discountAmount + tax.
 */
function expectEquations(
  { currency, lines }: TotalsInput,
  totals: ReturnType<typeof computeTotals>,
): void {
  let subTotal = new Decimal(0);
  for (const [index, { lineTotal, unitPrice }] of totals.lines.entries()) {
    const quantity = new Decimal(lines[index]?.quantity ?? 1);
    const product = roundToCurrency(quantity.times(unitPrice), currency);
    if (!product.equals(lineTotal)) expect(product.toFixed()).toBe(lineTotal.toFixed());
    if (unitPrice.decimalPlaces() > 12) expect(unitPrice.toFixed()).toBe('at most 12 decimals');
    subTotal = subTotal.plus(lineTotal);
  }
  expect(subTotal.toFixed()).toBe(totals.subTotal.toFixed());
  const total = subTotal.minus(totals.discountAmount).plus(totals.tax);
  expect(total.toFixed()).toBe(totals.total.toFixed());
}

/** Every price of so many cents that includes tax is the total, at each of these rates. */
export function expectGrossPrices(cents: Iterable<number>, rates: readonly string[]): void {
  let tried = 0;
  for (const rate of rates) {
    const components = [{ name: 'VAT', rate, order: 1, compound: false, compoundOnOrder: null }];
    for (const cent of cents) {
      const price = decimalText(BigInt(cent), 2);
      const line = { quantity: '1', unitPrice: price, taxable: true };
      const input = { currency: 'EUR', lines: [line], discountPercent: '0', components };
      const { tax, total } = computeTotals({ ...input, taxIncluded: true });
      if (total.toFixed() !== price) expect(`${price} at ${rate} %: ${total}`).toBe(price);
      const exact = new Decimal(price).times(rate).dividedBy(new Decimal(rate).plus(100));
      const lost = tax.minus(exact).abs();
      if (lost.gt('0.005')) expect(`${price} at ${rate} %: ${tax} of tax`).toBe(exact.toFixed());
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(1_000);
}
