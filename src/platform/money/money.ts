import currencyCodes from 'currency-codes';
import { Prisma } from '../../generated/prisma/client.ts';

// Products of two 15-digit numbers and a percentage exceed the default precision. Values from the database use
// Prisma's constructor.
Prisma.Decimal.set({
  precision: 60,
  rounding: Prisma.Decimal.ROUND_HALF_UP,
  toExpNeg: -60,
  toExpPos: 60,
});

export const Decimal = Prisma.Decimal;
export type Decimal = Prisma.Decimal;

/** Excludes `number`, which can be a rounded floating-point result. */
export type DecimalInput = Decimal | string;

const amountLimit = new Decimal('1e11');
const amountDecimals = 4;
const currencies = new Set(Intl.supportedValuesOf('currency'));
const digitsByCurrency = new Map<string, number>();

export function isCurrency(code: string): boolean {
  return (
    /^[A-Z]{3}$/.test(code) && (currencyCodes.code(code) !== undefined || currencies.has(code))
  );
}

/**
 * 0 for JPY, 3 for KWD. Uses `Intl` only for newer codes, because it changes between Node releases.
 * @throws RangeError if the code does not have three letters
 */
export function minorUnitDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const digits =
    currencyCodes.code(currency)?.digits ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ??
    2;
  digitsByCurrency.set(currency, digits);
  return digits;
}

export function currenciesWithMinorUnitDigits(digits: 0 | 3 | 4): readonly string[] {
  const codes = [...new Set([...currencyCodes.codes(), ...currencies])];
  return codes.filter((code) => minorUnitDigits(code) === digits);
}

/** Rounds half away from zero, so a credit mirrors its charge. Never returns −0. */
export function roundToCurrency(amount: Decimal, currency: string): Decimal {
  const digits = minorUnitDigits(currency);
  if (amount.decimalPlaces() <= digits && !amount.isZero()) return amount;
  const rounded = amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  return rounded.isZero() ? new Decimal(0) : rounded;
}

export function sumByKey<K>(entries: readonly (readonly [K, Decimal])[]): Map<K, Decimal> {
  const sums = new Map<K, Decimal>();
  for (const [key, amount] of entries) sums.set(key, amount.plus(sums.get(key) ?? 0));
  return sums;
}

const hundredth = new Decimal('0.01');

export function percentOf(amount: Decimal, percent: DecimalInput): Decimal {
  return amount.times(percent).times(hundredth);
}

export function isStorableAmount(amount: Decimal): boolean {
  return amount.abs().lt(amountLimit) && amount.decimalPlaces() <= amountDecimals;
}
