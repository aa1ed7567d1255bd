import { createExchangeRate } from '../domain/exchange-rates/create.ts';
import { deleteExchangeRate } from '../domain/exchange-rates/delete.ts';
import {
  createExchangeRateInput,
  updateExchangeRateInput,
} from '../domain/exchange-rates/fields.ts';
import { updateExchangeRate } from '../domain/exchange-rates/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const exchangeRateOperations = defineOperations('ExchangeRate', {
  createExchangeRate: {
    kind: 'create',
    description:
      'Sets the exchange rate of two currencies on a day. Only reports in a single currency use it.',
    input: createExchangeRateInput,
    errors: ['name_taken'],
    run: createExchangeRate,
  },
  updateExchangeRate: {
    kind: 'update',
    input: updateExchangeRateInput,
    run: updateExchangeRate,
  },
  deleteExchangeRate: {
    kind: 'delete',
    description: 'Deletes an exchange rate.',
    run: deleteExchangeRate,
  },
});
