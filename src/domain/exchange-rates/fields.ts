import type { ExchangeRate } from '../../generated/prisma/client.ts';
import { currency, date, decimal } from '../../platform/input/field-types.ts';
import { inputObject, required, requiredOnCreate } from '../../platform/input/fields.ts';

export type ExchangeRateRecord = ExchangeRate;

const rate = decimal({ min: 1e-10, max: 9_999_999_999, decimals: 10 });

export const createExchangeRateInput = inputObject('CreateExchangeRate', 'A new exchange rate.', {
  day: required(date),
  baseCurrency: required(currency),
  quoteCurrency: required(currency),
  rate: required(rate),
});

export const updateExchangeRateInput = inputObject(
  'UpdateExchangeRate',
  'The fields of an exchange rate; one of other currencies, or of another day, is another one.',
  { rate: requiredOnCreate(rate) },
);
