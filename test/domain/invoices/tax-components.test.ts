import { describe, expect, test } from 'vitest';
import {
  computeEffectiveRate,
  validateComponents,
} from '../../../src/domain/invoices/tax-components.ts';
import { tax } from '../../support/totals-inputs.ts';

describe('computeEffectiveRate', () => {
  test.each([
    ['no component', [], '0'],
    ['one rate', [tax('19')], '19'],
    ['two flat rates', [tax('5', 1), tax('9.975', 2)], '14.975'],
    ['one on all earlier', [tax('5', 1), tax('9.5', 2, true)], '14.975'],
    ['one on another', [tax('6', 1), tax('6', 2), tax('3', 3, true, 1)], '15.18'],
    ['a withholding', [tax('-20', 1), tax('4', 2), tax('22', 3, true, 2)], '6.88'],
    ['more than six decimals', [tax('0.12345', 1), tax('0.12345', 2, true)], '0.247052'],
  ])('of %s is the percentage on a base of 100', (_, components, rate) => {
    expect(computeEffectiveRate(components).toFixed()).toBe(rate);
  });
});

describe('validateComponents', () => {
  test('accepts every form a rule can take', () => {
    const components = [tax('-100', 3), tax('100', 7, true), tax('9.975', 9, true, 3)];
    expect(validateComponents(components)).toEqual([]);
    expect(validateComponents([])).toEqual([]);
  });

  test.each([
    ['a rate over 100', [tax('100.000001')], 'components.0.rate', 'out_of_range'],
    ['a rate under −100', [tax('-100.5')], 'components.0.rate', 'out_of_range'],
    ['a rate of seven decimals', [tax('1.0000001')], 'components.0.rate', 'too_precise'],
    ['an order below 1', [tax('5', 0)], 'components.0.order', 'out_of_range'],
    ['an order between whole numbers', [tax('5', 1.5)], 'components.0.order', 'out_of_range'],
    ['an order twice', [tax('5', 1), tax('6', 1)], 'components.1.order', 'not_unique'],
    [
      'a reference to itself',
      [tax('5', 1, true, 1)],
      'components.0.compoundOnOrder',
      'unknown_order',
    ],
    [
      'a reference to a later one',
      [tax('5', 1, true, 2), tax('6', 2)],
      'components.0.compoundOnOrder',
      'unknown_order',
    ],
    [
      'a reference to nothing',
      [tax('5', 1), tax('6', 3, true, 2)],
      'components.1.compoundOnOrder',
      'unknown_order',
    ],
    [
      'a reference without compound',
      [tax('5', 1), tax('6', 2, false, 1)],
      'components.1.compoundOnOrder',
      'not_compound',
    ],
  ])('names %s', (_, components, path, code) => {
    expect(validateComponents(components)).toEqual([{ path, code, message: expect.any(String) }]);
  });

  test('lists every error, with the given path', () => {
    const components = [tax('101', 0), tax('5', 2, false, 1)];
    const paths = validateComponents(components, 'taxRule.components').map(({ path }) => path);
    expect(paths).toEqual([
      'taxRule.components.0.rate',
      'taxRule.components.0.order',
      'taxRule.components.1.compoundOnOrder',
    ]);
  });
});
