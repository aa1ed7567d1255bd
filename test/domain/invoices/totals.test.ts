import { describe, expect, test } from 'vitest';
import type { TaxComponent } from '../../../src/domain/invoices/totals.ts';
import { Decimal } from '../../../src/domain/kernel/money.ts';
import { charge, tax, totalsOf } from '../../support/totals-inputs.ts';
import vectors from './tax-vectors.json' with { type: 'json' };

/**
 * Published cases that round elsewhere than we do: per line and tax ("line"), or only at the end, the lines being summed
 * with all their digits ("exact"). Each with why we differ and what we answer.
 */
const otherPolicies: Record<string, { reason: string; ours: Expected }> = {
  'two lines compound, per line': {
    reason: 'tax is rounded on each line and then summed; ours is rounded once, over the document',
    ours: { net: '31.78', taxes: ['1.91', '1.91', '1.07'], gross: '36.67' },
  },
  'pt-1 no tax': {
    reason: 'the lines are summed unrounded, 293.7888; ours are 146.89 twice',
    ours: { net: '293.78', taxes: [], gross: '293.78' },
  },
  'pt-2 one rate': {
    reason: 'the lines are summed unrounded, 293.7888; ours are 146.89 twice',
    ours: { net: '293.78', taxes: ['38.19'], gross: '331.97' },
  },
  'pt-6 three lines': {
    reason: 'the lines are summed unrounded, 294.2888; ours are 146.89 twice and 0.50',
    ours: { net: '294.28', taxes: ['67.68'], gross: '361.96' },
  },
  'pt-8 5.55 x 1.09': {
    reason: 'the lines are summed unrounded, 12.0445; ours are 6.05 and 6.00',
    ours: { net: '12.05', taxes: ['2.77'], gross: '14.82' },
  },
  '82.6446 + 21%': {
    reason: 'tax is taken of the unrounded 82.6446; ours is taken of the line total 82.64',
    ours: { net: '82.64', taxes: ['17.35'], gross: '99.99' },
  },
};

interface Expected {
  net: string;
  taxes: string[];
  gross: string;
}

type Vector = (typeof vectors)[number];

/** The vectors say by name what a tax is taken on; a component says it by order, and "all earlier" without one. */
function componentsOf(vector: Vector): TaxComponent[] {
  const orderOf = (name: string) => vector.taxes.findIndex((tax) => tax.name === name) + 1;
  return vector.taxes.map(({ name, rate, on }, index) => {
    const [only] = on.length === 1 ? on : [];
    return {
      name,
      rate,
      order: index + 1,
      compound: on.length > 0,
      compoundOnOrder: only === undefined ? null : orderOf(only),
    };
  });
}

function asExpected(vector: Vector): Expected {
  const lines = vector.lines.map((line) => ({ ...line, taxable: true }));
  const totals = totalsOf({ lines, components: componentsOf(vector) });
  return {
    net: totals.subTotal.toFixed(),
    taxes: totals.taxLines.map((line) => line.amount.toFixed()),
    gross: totals.total.toFixed(),
  };
}

describe('published cases', () => {
  test.each(vectors.filter(({ id }) => !(id in otherPolicies)))(
    '$id gives what is published',
    (vector) => {
      expect(asExpected(vector)).toEqual(vector.expect);
    },
  );

  test.each(vectors.filter(({ id }) => id in otherPolicies))(
    '$id is rounded elsewhere and gives what our rules say',
    (vector) => {
      const answered = asExpected(vector);
      expect(answered).toEqual(otherPolicies[vector.id]?.ours);
      expect(answered).not.toEqual(vector.expect);
    },
  );

  test('every case that is named as rounding elsewhere exists', () => {
    const ids = vectors.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(otherPolicies)));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

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
    expect(totals.lineTotals.map((amount) => amount.toFixed())).toEqual([lineTotal]);
    expect(totals.total.toFixed()).toBe(lineTotal);
  });

  test('a factor with all its digits is not rounded before the product is', () => {
    const totals = totalsOf({ lines: [charge('123456789.123456', '987654321.654321')] });
    expect(totals.subTotal.toFixed()).toBe('121932631315347490.57');
  });

  test('taxes what charges leave after credits', () => {
    const lines = [charge('1', '8500'), charge('1', '-7500')];
    const totals = totalsOf({ currency: 'EUR', lines, components: [tax('19')] });
    expect(totals.subTotal.toFixed(2)).toBe('1000.00');
    expect(totals.tax.toFixed(2)).toBe('190.00');
    expect(totals.total.toFixed(2)).toBe('1190.00');
  });

  test('a discount of 100 % leaves nothing and no tax', () => {
    const lines = [charge('2.25', '64.22')];
    const totals = totalsOf({ lines, discountPercent: '100', components: [tax('19')] });
    expect(totals.subTotal.toFixed()).toBe('144.5');
    expect(totals.discountAmount.toFixed()).toBe('144.5');
    expect(totals.tax.toFixed()).toBe('0');
    expect(totals.total.toFixed()).toBe('0');
  });

  test('GST and QST are each rounded once over the document', () => {
    const lines = [charge('1', '140')];
    const totals = totalsOf({ lines, components: [tax('5', 1), tax('9.975', 2)] });
    expect(totals.taxLines.map((line) => line.amount.toFixed())).toEqual(['7', '13.97']);
    expect(totals.total.toFixed()).toBe('160.97');
  });

  test('the discount takes its share of the taxable lines, rounded once', () => {
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

  test('JPY has no decimals: 333.5 is 334 and its 10 % is 33', () => {
    const lines = [charge('1', '333.5')];
    const totals = totalsOf({ currency: 'JPY', lines, components: [tax('10')] });
    expect(totals.subTotal.toFixed()).toBe('334');
    expect(totals.tax.toFixed()).toBe('33');
    expect(totals.total.toFixed()).toBe('367');
  });

  test('KWD has three: 3 × 1.2345 is 3.704 and its 5 % is 0.185', () => {
    const lines = [charge('3', '1.2345')];
    const totals = totalsOf({ currency: 'KWD', lines, components: [tax('5')] });
    expect(totals.subTotal.toFixed()).toBe('3.704');
    expect(totals.tax.toFixed()).toBe('0.185');
    expect(totals.total.toFixed()).toBe('3.889');
  });

  test('components apply by their order, whatever their sequence', () => {
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
    expect(totals.lineTotals.map((amount) => amount.isNegative())).toEqual([false, false]);
  });

  test('refuses a component that refers to none before it instead of taxing too little', () => {
    const lines = [charge('1', '100')];
    expect(() => totalsOf({ lines, components: [tax('5', 1, true, 3)] })).toThrow(RangeError);
  });
});
