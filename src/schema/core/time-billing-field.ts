import type { FieldMap } from '@pothos/core';
import type { TimePrice } from '../../domain/work-prices/time-prices.ts';
import { findTimePrices } from '../../domain/work-prices/time-prices.ts';
import { builder } from './builder.ts';
import { enums } from './enums.ts';
import { createRecordLoader } from './loaders.ts';
import type { FieldBuilder } from './record-fields.ts';
import { computedField } from './record-fields.ts';
import { inheritedPermissions } from './required-permissions.ts';

const timeBilling = builder.objectRef<TimePrice>('TimeBilling').implement({
  description: 'Price of a time entry for the client, by current rates.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    hours: t.expose('hours', {
      type: 'Decimal',
      description: 'Billed hours: rounded up to the client’s step, if there is one.',
    }),
    rate: t.expose('rate', {
      type: 'Decimal',
      nullable: true,
      description: 'Price of an hour. Null if none is set.',
    }),
    source: t.expose('source', {
      type: enums.TimeRateSource,
      nullable: true,
      description: 'Where that price comes from. Null if none is set.',
    }),
    amount: t.expose('amount', {
      type: 'Decimal',
      nullable: true,
      description: 'Hours × rate, before tax. 0 for time that is not billable.',
    }),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'The client’s currency, otherwise the workspace’s.',
    }),
  }),
});

const priceOf = createRecordLoader<TimePrice | null>(findTimePrices, null);

/** Loads the prices of a page with one statement. They depend on rates of several areas. */
export const timeBillingField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ id: string }>(t, {
    type: timeBilling,
    nullable: true,
    complexity: 5,
    areas: ['clients', 'projects', 'people', 'settings'],
    description:
      'Price of the entry for its client, by current rates. See the invoice for billed amounts.',
    from: { id: true, hourlyAmount: true },
    value: ({ id }, context) => priceOf(context, id),
  });
