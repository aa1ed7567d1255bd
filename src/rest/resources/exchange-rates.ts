import type { ExchangeRateRecord } from '../../domain/exchange-rates/fields.ts';
import { exchangeRatesByDay } from '../../domain/exchange-rates/list.ts';
import { defineListRoute } from '../core/list-routes.ts';
import {
  date,
  decimal,
  defineSerializer,
  integer,
  text,
  withDescription,
} from '../core/serializer.ts';

const record = defineSerializer<ExchangeRateRecord>()(
  'ExchangeRate',
  'An exchange rate on a day.',
  {
    id: withDescription(text, 'Id of the exchange rate.'),
    accountId: withDescription(integer, 'The workspace.'),
    day: date,
    baseCurrency: text,
    quoteCurrency: text,
    rate: decimal,
  },
);

const example = {
  id: 'exc_0199d2f0a1c27b1e9f4b6c1de0a35f70',
  accountId: 1,
  day: '2026-03-31',
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  rate: 1.0823,
};

export const exchangeRateRoutes = [
  defineListRoute({
    path: 'exchangeRates/list',
    operationId: 'listExchangeRates',
    tag: 'Workspace',
    summary: 'List exchange rates',
    description: 'All exchange rates of the workspace, latest day first.',
    model: 'ExchangeRate',
    record,
    errors: [],
    example: { output: [example] },
    handle: () => exchangeRatesByDay,
  }),
];
