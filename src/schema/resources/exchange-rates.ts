import {
  createExchangeRate,
  createExchangeRateInput,
  deleteExchangeRate,
  updateExchangeRate,
  updateExchangeRateInput,
} from '../../domain/exchange-rates/index.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';

builder.prismaNode('ExchangeRate', {
  ...ownNode,
  fields: (t) =>
    columns(t, 'ExchangeRate', ['day', 'baseCurrency', 'quoteCurrency'], { dates: ['day'] }),
});

listed('ExchangeRate', {
  field: 'exchangeRates',
  description:
    'What currencies were worth, day by day, as the workspace was told; the latest day first.',
  where: { day: 'Date', baseCurrency: 'String', quoteCurrency: 'String' },
  orderBy: ['day'],
  usualOrder: [{ day: 'desc' }],
});

action('createExchangeRate', {
  description:
    'Says what one currency was worth in another on a day. Reports that are asked for a currency use it; nothing else does.',
  record: 'ExchangeRate',
  input: createExchangeRateInput,
  run: createExchangeRate,
});

updateActions({
  record: 'ExchangeRate',
  input: updateExchangeRateInput,
  neverConflicts: true,
  run: updateExchangeRate,
});

deleteAction('deleteExchangeRate', {
  record: 'ExchangeRate',
  neverConflicts: true,
  description: 'Deletes an exchange rate.',
  run: deleteExchangeRate,
});
