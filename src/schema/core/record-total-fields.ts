import type { FieldMap } from '@pothos/core';
import type { ProjectProfit } from '../../domain/accounting/project-profit.ts';
import { findProjectProfits } from '../../domain/accounting/project-profit.ts';
import {
  creditByCurrencySql,
  outstandingByCurrencySql,
} from '../../domain/record-totals/client-balances.ts';
import { findBudgetUsedByProject } from '../../domain/record-totals/project-budgets.ts';
import {
  deliverableMinutesSql,
  projectMinutesSql,
  unbilledClientMinutesSql,
} from '../../domain/record-totals/tracked-minutes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { SqlExpression } from '../../query/json-query.ts';
import { builder } from './builder.ts';
import { unusedResolver } from './declared-fields.ts';
import type { ReadExtensions } from './field-reads.ts';
import { createRecordLoader } from './loaders.ts';
import type { FieldBuilder } from './record-fields.ts';
import { computedField } from './record-fields.ts';
import { inheritedPermissions } from './required-permissions.ts';

const money = builder.objectRef<{ currency: string; amount: Decimal }>('Money').implement({
  description: 'An amount in a currency.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'The amount.' }),
  }),
});

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const profit = builder.objectRef<ProjectProfit>('ProjectProfit').implement({
  description: 'Revenue and costs of a project in one currency, without tax.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    billed: t.expose(
      'billed',
      amount(
        'Amount of its issued invoices, less discounts and credit notes. Drafts and voided invoices are not included.',
      ),
    ),
    writtenOff: t.expose('writtenOff', amount('Written-off part of it.')),
    unbilled: t.expose(
      'unbilled',
      amount('Price of work that is not billed yet. It is not part of any margin.'),
    ),
    labor: t.expose(
      'labor',
      amount('Cost of the time, billable or not, by the `hourlyCost` of the users.'),
    ),
    uncostedMinutes: t.exposeInt('uncostedMinutes', {
      description:
        'Time of users without an `hourlyCost`, in whole minutes. It has no cost in these sums.',
    }),
    expenses: t.expose('expenses', amount('Its expenses, billed or not.')),
    margin: t.expose('margin', amount('billed − writtenOff − labor − expenses.')),
  }),
});

interface FigureOptions {
  type: unknown;
  nullable?: boolean;
  description: string;
  areas: readonly PermissionArea[];
}

interface Figure<V> extends FigureOptions {
  load: (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  absent: V;
}

const complexity = 5;

function figure<V>({ load, absent, ...shown }: Figure<V>): (t: FieldBuilder) => FieldMap[string] {
  const value = createRecordLoader(load, absent);
  return (t) =>
    computedField<{ id: string }>(t, {
      ...shown,
      complexity,
      from: { id: true },
      value: ({ id }, context) => value(context, id),
    });
}

export const total =
  ({ areas, sql, ...shown }: FigureOptions & { sql: SqlExpression }) =>
  (t: FieldBuilder): FieldMap[string] =>
    t.field({
      ...shown,
      complexity,
      nullable: false,
      resolve: unusedResolver,
      extensions: { total: sql, areas } satisfies ReadExtensions,
    });

export const outstandingField = total({
  type: [money],
  areas: ['invoices'],
  description:
    'Amount due of the client’s open invoices without drafts, by currency. Empty if nothing is due.',
  sql: outstandingByCurrencySql,
});

export const creditBalanceField = total({
  type: [money],
  areas: ['invoices'],
  description:
    'The client’s credit by currency. `applyCredit` pays invoices with it. Empty if there is none.',
  sql: creditByCurrencySql,
});

export const unbilledMinutesField = total({
  type: 'Int',
  areas: ['time'],
  description: 'Unbilled billable time for the client, in whole minutes.',
  sql: unbilledClientMinutesSql,
});

const trackedDescription = (on: string) => `Tracked time of the ${on}, in whole minutes.`;

export const projectMinutesField = total({
  type: 'Int',
  areas: ['time'],
  description: trackedDescription('project'),
  sql: projectMinutesSql,
});

export const deliverableMinutesField = total({
  type: 'Int',
  areas: ['time'],
  description: trackedDescription('deliverable'),
  sql: deliverableMinutesSql,
});

export const budgetUsedField = figure<unknown>({
  type: 'Decimal',
  nullable: true,
  areas: ['time', 'invoices'],
  description:
    'Used share of the fee schedule’s budget: 0.75 is three quarters, more than 1 is over budget. Null without a budget. For hourly work, the budget is the (upper) estimate, and tracked hours use it up at the hourly rate. Otherwise, invoices in the client’s currency use it up: the budget of a fixed price is the price, that of a retainer the sum of its periods, otherwise the estimate.',
  load: findBudgetUsedByProject,
  absent: null,
});

export const projectProfitField = figure<readonly ProjectProfit[]>({
  type: [profit],
  areas: ['invoices', 'time', 'expenses', 'clients', 'people', 'settings'],
  description:
    'Revenue and costs of the project by currency, the workspace’s first. Currencies are never added up. Empty if nothing was billed, tracked or spent.',
  load: findProjectProfits,
  absent: [],
});
