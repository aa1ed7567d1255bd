import type { FieldError } from '../../platform/errors/action-error.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { minorUnitDigits } from '../../platform/money/money.ts';

/** A fault of precision for a key that may not be told the currency, which is the client's or the workspace's. */
export const redactCurrency = (fault: FieldError): FieldError => ({
  ...fault,
  message: 'has more decimal places than the invoice’s currency allows',
});

/** What is wrong with an amount that a currency cannot express, nothing where it can: 0.5 in JPY is refused, not rounded. */
export function validatePrecision(amount: Decimal, currency: string, path: string): FieldError[] {
  const digits = minorUnitDigits(currency);
  if (amount.decimalPlaces() <= digits) return [];
  const message = `must have at most ${digits} decimal places in ${currency}`;
  return [{ path, code: 'too_precise', message }];
}
