import { exchangeRateOperations } from '../../operations/exchange-rates.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('ExchangeRate', {
  ...recordNodeOptions,
  fields: (t) => columnFields(t, 'ExchangeRate', []),
});

defineRecordQueries('ExchangeRate', {
  field: 'exchangeRates',
  description: 'Exchange rates of the workspace by day, latest first.',
  where: ['day', 'baseCurrency', 'quoteCurrency'],
  orderBy: ['day'],
  defaultOrder: [{ day: 'desc' }],
});

defineOperationMutations(exchangeRateOperations);
