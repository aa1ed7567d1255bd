import { test } from 'vitest';
import { compareDocuments, expectGrossPrices } from '../../support/document-comparison.ts';

test('agrees with whole-number arithmetic on every amount of 1,000 documents with every feature, and each keeps the equations', () => {
  compareDocuments(1_000);
});

test('a price that includes tax is the total: a sample of prices and rates', () => {
  const cents = Array.from({ length: 200 }, (_, index) => 1 + index * 499);
  expectGrossPrices(cents, ['5', '7.7', '19', '21', '25', '27']);
});
