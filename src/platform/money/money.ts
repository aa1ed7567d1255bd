import currencyCodes from 'currency-codes';
import { Prisma } from '../../generated/prisma/client.ts';

// The widest product is quantity × unit price, 15 digits each, and then a percentage of it: the library's default of
// 20 digits would round it silently. The setting is made on Prisma's own constructor, not on a clone, because values
// read from the database compute with the precision of the constructor that made them. Plain notation throughout.
Prisma.Decimal.set({
  precision: 60,
  rounding: Prisma.Decimal.ROUND_HALF_UP,
  toExpNeg: -60,
  toExpPos: 60,
});

/** An exact decimal number: sums and products of stored amounts, quantities and rates are never rounded. */
export const Decimal = Prisma.Decimal;
export type Decimal = Prisma.Decimal;

/** What a calculation takes: text stands for exactly itself. Numbers are left out, since they may be the result of floats. */
export type DecimalInput = Decimal | string;

const amountLimit = new Decimal('1e11');
const amountDecimals = 4;
const currencies = new Set(Intl.supportedValuesOf('currency'));
const digitsByCurrency = new Map<string, number>();

/** Whether `code` is a currency code of ISO 4217, in capitals: of the standard's list, or newer and known to `Intl`. */
export function isCurrency(code: string): boolean {
  return (
    /^[A-Z]{3}$/.test(code) && (currencyCodes.code(code) !== undefined || currencies.has(code))
  );
}

/**
 * How many digits after the point amounts of a currency have, as ISO 4217 says: 0 for JPY, 2 for EUR and HUF, 3 for
 * KWD. `Intl` is asked only for codes newer than the list: it follows everyday use and changes between releases of
 * Node, and a rounding must not. Any other code of three letters has 2.
 * @throws RangeError when the code is not three letters.
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

/** The currencies whose amounts have so many digits after the point, where that is not the usual two. */
export function currenciesWithMinorUnitDigits(digits: 0 | 3 | 4): readonly string[] {
  const codes = [...new Set([...currencyCodes.codes(), ...currencies])];
  return codes.filter((code) => minorUnitDigits(code) === digits);
}

/**
 * Rounds an amount half up to the currency's minor unit (decisions, "invoices/create"). Halves go away from zero, so
 * a credit is the exact mirror of its charge: 1.005 gives 1.01, −1.005 gives −1.01. Zero is never negative.
 */
export function roundToCurrency(amount: Decimal, currency: string): Decimal {
  const digits = minorUnitDigits(currency);
  // A sum of rounded amounts is round already; an invoice has many.
  if (amount.decimalPlaces() <= digits && !amount.isZero()) return amount;
  const rounded = amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  return rounded.isZero() ? new Decimal(0) : rounded;
}

const hundredth = new Decimal('0.01');

/** `percent` per cent of an amount, exact: rounding it is the caller's decision. */
export function percentOf(amount: Decimal, percent: DecimalInput): Decimal {
  return amount.times(percent).times(hundredth);
}

/** Whether the database can hold an amount unchanged: below 10¹¹ either side of zero, at most four decimals. */
export function isStorableAmount(amount: Decimal): boolean {
  return amount.abs().lt(amountLimit) && amount.decimalPlaces() <= amountDecimals;
}
