import { describe, expect, test } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import {
  Decimal,
  isCurrency,
  isStorableAmount,
  minorUnitDigits,
  percentOf,
  roundToCurrency,
} from '../../../src/platform/money/money.ts';

describe('Decimal', () => {
  test('multiplies the widest values that columns hold without rounding', () => {
    const widest = new Decimal('999999999.999999');
    const product = '999999998999998000000.002000000999999999';
    expect(widest.times(widest).times('999.999999').toFixed()).toBe(product);
  });

  test('is the constructor of the values that Prisma gives, so that those compute exactly too', () => {
    const product = new Prisma.Decimal('123456789.123456').times('987654321.654321');
    expect(product.toFixed()).toBe('121932631315347490.569424853376');
  });

  test('writes small and large numbers in plain notation', () => {
    expect(String(new Decimal('0.00000001'))).toBe('0.00000001');
    expect(String(new Decimal('1e30'))).toBe(`1${'0'.repeat(30)}`);
  });
});

describe('currencies', () => {
  test.each(['EUR', 'USD', 'JPY', 'KWD'])('%s is a currency', (code) => {
    expect(isCurrency(code)).toBe(true);
  });

  test.each(['eur', 'EURO', 'ZZZ', '', 'E1R', ' EUR'])('"%s" is none', (code) => {
    expect(isCurrency(code)).toBe(false);
  });

  test.each([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
  ])('%s has %i digits after the point, also the second time', (code, digits) => {
    expect(minorUnitDigits(code)).toBe(digits);
    expect(minorUnitDigits(code)).toBe(digits);
  });

  test('an invalid code has no digits', () => {
    expect(() => minorUnitDigits('EURO')).toThrow(RangeError);
  });
});

describe('roundToCurrency', () => {
  test.each([
    ['1.005', 'EUR', '1.01'],
    ['-1.005', 'EUR', '-1.01'],
    ['1.0049999999999999999999', 'EUR', '1'],
    ['2.5', 'JPY', '3'],
    ['-2.5', 'JPY', '-3'],
    ['1.2345', 'KWD', '1.235'],
  ])('rounds %s %s half away from zero to %s', (amount, currency, rounded) => {
    expect(roundToCurrency(new Decimal(amount), currency).toFixed()).toBe(rounded);
  });

  test('never gives a negative zero', () => {
    expect(roundToCurrency(new Decimal('-0.004'), 'EUR').isNegative()).toBe(false);
  });
});

test('percentOf does not round', () => {
  const amount = new Decimal('99999999999.9999');
  expect(percentOf(amount, '99.999999').toFixed()).toBe('99999998999.999900000001');
});

test.each([
  ['99999999999.9999', true],
  ['-99999999999.9999', true],
  ['100000000000', false],
  ['-100000000000', false],
  ['1.00001', false],
  ['NaN', false],
])('%s can be stored as an amount: %s', (amount, storable) => {
  expect(isStorableAmount(new Decimal(amount))).toBe(storable);
});
