import { test } from 'vitest';
import { compareDocuments, expectGrossPrices } from '../support/document-comparison.ts';
import { compareTotals } from '../support/totals-comparison.ts';

test('agrees with whole-number arithmetic on every amount of 100,000 invoices', () => {
  compareTotals(100_000);
});

test('agrees with whole-number arithmetic on every amount of 100,000 documents with every feature', () => {
  compareDocuments(100_000);
});

test('every price from 0.01 to 1,000.00 that includes tax is the total, at 5 to 27 %', () => {
  const cents = Array.from({ length: 100_000 }, (_, index) => index + 1);
  const rates = Array.from({ length: 23 }, (_, index) => String(index + 5));
  expectGrossPrices(cents, rates);
});
