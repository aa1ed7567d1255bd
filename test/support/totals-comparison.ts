import fc from 'fast-check';
import { expect } from 'vitest';
import { computeTotals } from '../../src/domain/invoices/invoice-totals.ts';
import { integerTotals } from './integer-totals.ts';
import { asText, invoice, modelAsText, toInput } from './random-invoices.ts';

/** Compares every amount of so many random invoices with arithmetic in whole numbers. */
export function compareTotals(numRuns: number): void {
  let compared = 0;
  fc.assert(
    fc.property(invoice, (invoice) => {
      const computed = asText(computeTotals(toInput(invoice)));
      const expected = modelAsText(integerTotals(invoice), invoice.digits);
      // Comparing both as text makes so many comparisons affordable. Vitest prints the difference.
      if (JSON.stringify(computed) !== JSON.stringify(expected)) expect(computed).toEqual(expected);
      compared += 1;
    }),
    { numRuns },
  );
  expect(compared).toBe(numRuns);
}
