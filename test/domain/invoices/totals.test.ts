import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../src/platform/money/money.ts';
import { charge, tax, totalsOf } from '../../support/totals-inputs.ts';

describe('computeTotals', () => {
  test.each([
    ['235', '5.151', '1210.49'],
    ['25', '0.333', '8.33'],
    ['1', '1.005', '1.01'],
    ['-1', '1.005', '-1.01'],
    ['0.5', '0.01', '0.01'],
    ['-0.4', '0.01', '0'],
    ['999999999.999999', '999999999.999999', '999999999999998000'],
  ])('rounds %s × %s half up, away from zero, to %s', (quantity, unitPrice, lineTotal) => {
    const totals = totalsOf({ lines: [charge(quantity, unitPrice)] });
    expect(totals.lines.map((line) => line.lineTotal.toFixed())).toEqual([lineTotal]);
    expect(totals.total.toFixed()).toBe(lineTotal);
  });

  test('a factor with all its digits is not rounded before the product is', () => {
    const totals = totalsOf({ lines: [charge('123456789.123456', '987654321.654321')] });
    expect(totals.subTotal.toFixed()).toBe('121932631315347490.57');
  });

  test('the discount is divided among the taxable lines, rounded once', () => {
    const lines = [charge('1', '10.05'), charge('1', '20', false)];
    const totals = totalsOf({ lines, discountPercent: '10', components: [tax('20')] });
    expect(totals.discountAmount.toFixed()).toBe('3.01');
    expect(totals.taxLines.map((line) => line.taxableAmount.toFixed())).toEqual(['9.04']);
    expect(totals.tax.toFixed()).toBe('1.81');
    expect(totals.total.toFixed()).toBe('28.85');
  });

  test('a discount that ends on half a cent leaves one base, not two readings of it', () => {
    const totals = totalsOf({
      lines: [charge('1', '1.01')],
      discountPercent: '50',
      components: [tax('100')],
    });
    expect(totals.discountAmount.toFixed()).toBe('0.51');
    expect(totals.taxLines.map((line) => line.taxableAmount.toFixed())).toEqual(['0.5']);
    expect(totals.total.toFixed()).toBe('1');
  });

  test('taxes lines whose untaxed counterparts bring the subtotal to zero', () => {
    const lines = [charge('1', '100'), charge('1', '-100', false)];
    const totals = totalsOf({ lines, discountPercent: '10', components: [tax('20')] });
    expect(totals.discountAmount.toFixed()).toBe('0');
    expect(totals.taxLines.map((line) => line.taxableAmount.toFixed())).toEqual(['90']);
    expect(totals.total.toFixed()).toBe('18');
  });

  test('components apply in their order, for any sequence in the list', () => {
    const components = [tax('10', 5, true), tax('5', 2)];
    const totals = totalsOf({ lines: [charge('1', '100')], components });
    expect(totals.taxLines.map(({ order }) => order)).toEqual([2, 5]);
    expect(totals.taxLines.map((line) => line.taxableAmount.toFixed())).toEqual(['100', '105']);
    expect(totals.tax.toFixed()).toBe('15.5');
  });

  test('a tax line keeps its component, so that it can be stored as a snapshot', () => {
    const component = { name: 'QST', rate: '9.5', order: 2, compound: true, compoundOnOrder: 1 };
    const totals = totalsOf({ lines: [charge('1', '100')], components: [tax('5'), component] });
    expect(totals.taxLines[1]).toMatchObject({ ...component, rate: new Decimal('9.5') });
  });

  test('values that the database gave compute with all their digits', () => {
    const totals = totalsOf({
      lines: [
        {
          quantity: new Decimal('999999999.999999'),
          unitPrice: new Decimal('999999999.999999'),
          taxable: true,
        },
      ],
    });
    expect(totals.subTotal.toFixed()).toBe('999999999999998000');
  });

  test('an invoice without lines is zero, and its tax too', () => {
    const totals = totalsOf({ lines: [], discountPercent: '10', components: [tax('19')] });
    expect(totals.total.toFixed()).toBe('0');
    expect(totals.taxLines.map((line) => line.amount.toFixed())).toEqual(['0']);
  });

  test('zero is never negative', () => {
    const totals = totalsOf({ lines: [charge('-0.001', '1'), charge('0', '-5')] });
    expect(totals.lines.map((line) => line.lineTotal.isNegative())).toEqual([false, false]);
  });

  test('rejects a component that refers to none before it instead of taxing too little', () => {
    const lines = [charge('1', '100')];
    expect(() => totalsOf({ lines, components: [tax('5', 1, true, 3)] })).toThrow(RangeError);
  });
});
