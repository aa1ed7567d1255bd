import type { FieldError } from '../errors/action-error.ts';
import type { Decimal } from './money.ts';
import { minorUnitDigits } from './money.ts';

/** For a key that may not read the currency of the client. */
export const redactCurrency = (error: FieldError): FieldError => ({
  ...error,
  message: 'has more decimal places than the invoice’s currency allows',
});

/** 0.5 in JPY is an error. The service does not round it. */
export function validatePrecision(amount: Decimal, currency: string, path: string): FieldError[] {
  const digits = minorUnitDigits(currency);
  if (amount.decimalPlaces() <= digits) return [];
  const message = `must have at most ${digits} decimal places in ${currency}`;
  return [{ path, code: 'too_precise', message }];
}
