import type { Rules } from '../../platform/input/fields.ts';

export const exchangeRateTakenMessage = 'There is already a rate of these currencies for this day.';

export const validateDifferentCurrencies: Rules<{
  baseCurrency: string;
  quoteCurrency: string;
}> = ({ baseCurrency, quoteCurrency }) =>
  baseCurrency !== undefined && baseCurrency === quoteCurrency
    ? [{ path: 'quoteCurrency', code: 'same', message: 'must be another currency' }]
    : [];
