import { describe, expect, test } from 'vitest';
import { explainTotals } from '../../../src/domain/invoices/explain-totals.ts';
import { computeTotals } from '../../../src/domain/invoices/invoice-totals.ts';
import type { TaxComponent } from '../../../src/domain/invoices/tax-components.ts';
import { totalsOf } from '../../support/totals-inputs.ts';
import type { GoldenCase } from './golden-cases.ts';
import { goldenCases, otherRules } from './golden-cases.ts';
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

/** The vectors name the base of a tax. A component refers to it by order, and to "all earlier" without one. */
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
    '$id gives the published amounts',
    (vector) => {
      expect(asExpected(vector)).toEqual(vector.expect);
    },
  );

  test.each(vectors.filter(({ id }) => id in otherPolicies))(
    '$id is rounded elsewhere and gives the amounts of our rules',
    (vector) => {
      const returned = asExpected(vector);
      expect(returned).toEqual(otherPolicies[vector.id]?.ours);
      expect(returned).not.toEqual(vector.expect);
    },
  );

  test('every case that is named as rounding elsewhere exists', () => {
    const ids = vectors.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(otherPolicies)));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('golden cases', () => {
  const responses = ({ currency, lines, discountPercent = '0', components }: GoldenCase) => {
    const input = { currency, lines, discountPercent, components };
    const totals = computeTotals(input);
    expect(explainTotals(input)).toMatchObject(totals);
    return {
      subTotal: totals.subTotal.toFixed(),
      discount: totals.discountAmount.toFixed(),
      taxes: totals.taxLines.map((line) => line.amount.toFixed()),
      total: totals.total.toFixed(),
    };
  };

  const named = <C extends GoldenCase>(cases: readonly C[]) =>
    cases.map((golden) => [golden.name, golden] as const);

  test.each(named(goldenCases))('%s', (_, golden) => {
    expect(responses(golden)).toEqual({ discount: '0', ...golden.expected });
  });

  test.each(named(otherRules))('a rule that differs from ours: %s', (_, { theirs, ...golden }) => {
    const ours = responses(golden);
    expect(ours).toEqual({ discount: '0', ...golden.expected });
    expect(ours.taxes).not.toEqual(theirs);
  });
});
