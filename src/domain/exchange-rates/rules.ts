import type { Rules } from '../../platform/input/fields.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';

export const exchangeRateConstraints: ConstraintErrors = {
  ExchangeRate_accountId_day_baseCurrency_quoteCurrency_key: {
    path: 'day',
    message: 'There is already a rate of these currencies for this day.',
  },
};

export const validateDifferentCurrencies: Rules<{
  baseCurrency: string;
  quoteCurrency: string;
}> = ({ baseCurrency, quoteCurrency }) =>
  baseCurrency !== undefined && baseCurrency === quoteCurrency
    ? [{ path: 'quoteCurrency', code: 'same', message: 'must be another currency' }]
    : [];
