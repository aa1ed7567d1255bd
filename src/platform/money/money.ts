import currencyCodes from 'currency-codes';
import { Prisma } from '../../generated/prisma/client.ts';

// A product of two 15-digit numbers and a percentage exceeds the default of 20 digits. Set on Prisma's constructor,
// not on a clone: values from the database compute with its precision.
Prisma.Decimal.set({
  precision: 60,
  rounding: Prisma.Decimal.ROUND_HALF_UP,
  toExpNeg: -60,
  toExpPos: 60,
});

/** Never rounded. */
export const Decimal = Prisma.Decimal;
export type Decimal = Prisma.Decimal;

/** No `number`: it can be a floating-point result. */
export type DecimalInput = Decimal | string;

const amountLimit = new Decimal('1e11');
const amountDecimals = 4;
const currencies = new Set(Intl.supportedValuesOf('currency'));
const digitsByCurrency = new Map<string, number>();

/** A code of ISO 4217 in capitals, or a newer one that `Intl` knows. */
export function isCurrency(code: string): boolean {
  return (
    /^[A-Z]{3}$/.test(code) && (currencyCodes.code(code) !== undefined || currencies.has(code))
  );
}

/**
 * ISO 4217 digits: 0 for JPY, 2 for EUR, 3 for KWD. `Intl` only for newer codes: it follows everyday use and
 * changes between Node releases. @throws RangeError if the code has not three letters
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

/** Two digits are the default. */
export function currenciesWithMinorUnitDigits(digits: 0 | 3 | 4): readonly string[] {
  const codes = [...new Set([...currencyCodes.codes(), ...currencies])];
  return codes.filter((code) => minorUnitDigits(code) === digits);
}

/** Rounds half away from zero, so a credit mirrors its charge. Never returns −0. */
export function roundToCurrency(amount: Decimal, currency: string): Decimal {
  const digits = minorUnitDigits(currency);
  // Fast path: sums of rounded amounts need no rounding.
  if (amount.decimalPlaces() <= digits && !amount.isZero()) return amount;
  const rounded = amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  return rounded.isZero() ? new Decimal(0) : rounded;
}

const hundredth = new Decimal('0.01');

/** Not rounded. */
export function percentOf(amount: Decimal, percent: DecimalInput): Decimal {
  return amount.times(percent).times(hundredth);
}

/** Whether the column type holds the amount exactly. */
export function isStorableAmount(amount: Decimal): boolean {
  return amount.abs().lt(amountLimit) && amount.decimalPlaces() <= amountDecimals;
}
