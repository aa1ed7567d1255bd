import { describe, expect, test } from 'vitest';
import { validateTotals } from '../../../src/domain/invoices/totals-limits.ts';
import { charge, tax, totalsOf } from '../../support/totals-inputs.ts';

describe('validateTotals', () => {
  test('accepts amounts just below 10¹¹', () => {
    expect(validateTotals(totalsOf({ lines: [charge('99999999.99', '1000')] }))).toEqual([]);
  });

  test('names the line whose product is out of range', () => {
    const lines = [charge('1', '1'), charge('100000000', '-1000')];
    expect(validateTotals(totalsOf({ lines }))).toMatchObject([
      { path: 'items.1', code: 'out_of_range' },
    ]);
  });

  const half = charge('50000000', '1000');
  test.each([
    ['the subtotal', { lines: [half, half], discountPercent: '50' }],
    ['the total', { lines: [half], components: [tax('100')] }],
    [
      'the sum of taxes',
      {
        lines: [half, charge('-90000000', '1000', false)],
        components: [tax('100', 1), tax('100', 2)],
      },
    ],
    [
      'what a tax is applied to',
      { lines: [half], components: [tax('100', 1), tax('-50', 2, true)] },
    ],
  ])('names the items if every line is in range and only %s is not', (_, input) => {
    expect(validateTotals(totalsOf(input))).toMatchObject([
      { path: 'items', code: 'out_of_range' },
    ]);
  });
});
