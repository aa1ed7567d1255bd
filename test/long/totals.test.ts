import { test } from 'vitest';
import { compareTotals } from '../support/totals-comparison.ts';

test('agrees with whole-number arithmetic on every amount of 100,000 invoices', () => {
  compareTotals(100_000);
});
