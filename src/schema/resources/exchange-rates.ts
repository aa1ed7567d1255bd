import { createExchangeRate } from '../../domain/exchange-rates/create.ts';
import { deleteExchangeRate } from '../../domain/exchange-rates/delete.ts';
import {
  createExchangeRateInput,
  updateExchangeRateInput,
} from '../../domain/exchange-rates/fields.ts';
import { updateExchangeRate } from '../../domain/exchange-rates/update.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('ExchangeRate', {
  ...recordNodeOptions,
  fields: (t) =>
    columnFields(t, 'ExchangeRate', ['day', 'baseCurrency', 'quoteCurrency'], { dates: ['day'] }),
});

defineRecordQueries('ExchangeRate', {
  field: 'exchangeRates',
  description: 'Exchange rates of the workspace by day, latest first.',
  where: { day: 'Date', baseCurrency: 'String', quoteCurrency: 'String' },
  orderBy: ['day'],
  defaultOrder: [{ day: 'desc' }],
});

defineCommandMutation('createExchangeRate', {
  description:
    'Sets the exchange rate of two currencies on a day. Only reports in a single currency use it.',
  record: 'ExchangeRate',
  input: createExchangeRateInput,
  run: createExchangeRate,
});

defineUpdateMutations({
  record: 'ExchangeRate',
  input: updateExchangeRateInput,
  neverConflicts: true,
  run: updateExchangeRate,
});

defineDeleteMutation('deleteExchangeRate', {
  record: 'ExchangeRate',
  neverConflicts: true,
  description: 'Deletes an exchange rate.',
  run: deleteExchangeRate,
});
