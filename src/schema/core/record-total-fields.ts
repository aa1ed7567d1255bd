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

/** Figures of single records: parts of the record's statement, or loaded for a whole page of records at once. */

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
  description: 'What a project brings and costs in one currency, without tax.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    billed: t.expose(
      'billed',
      amount(
        'What issued invoices charged for it, less the discounts and what was credited of it; drafts and voided ones never.',
      ),
    ),
    writtenOff: t.expose('writtenOff', amount('What of that was given up.')),
    unbilled: t.expose(
      'unbilled',
      amount('What work that no invoice has charged yet would cost; it is in no margin.'),
    ),
    labor: t.expose(
      'labor',
      amount('What the time costs the workspace, billable or not, by `hourlyCost` of who worked.'),
    ),
    uncostedMinutes: t.exposeInt('uncostedMinutes', {
      description:
        'Time of people without an `hourlyCost`, in whole minutes; it costs nothing in these sums.',
    }),
    expenses: t.expose('expenses', amount('What was spent on it, charged on or not.')),
    margin: t.expose('margin', amount('billed − writtenOff − labor − expenses.')),
  }),
});

interface FigureOptions {
  type: unknown;
  nullable?: boolean;
  description: string;
  /** Of which records it is made. */
  areas: readonly PermissionArea[];
}

interface Figure<V> extends FigureOptions {
  load: (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  absent: V;
}

/** A figure costs what a count does. */
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

/** A total of the record's own statement: one value, or rows of the type's columns. */
const total =
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
    'What the client owes on open invoices, drafts not among them, by currency; empty if nothing.',
  sql: outstandingByCurrencySql,
});

export const creditBalanceField = total({
  type: [money],
  areas: ['invoices'],
  description:
    'What the client has paid and no invoice needs yet, by currency; `applyCredit` pays invoices with it. Empty if nothing.',
  sql: creditByCurrencySql,
});

export const unbilledMinutesField = total({
  type: 'Int',
  areas: ['time'],
  description:
    'Billable time worked for the client that no invoice has charged yet, in whole minutes.',
  sql: unbilledClientMinutesSql,
});

const trackedDescription = (on: string) => `Time worked on the ${on}, in whole minutes.`;

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
    'How much of the fee schedule’s budget is used, as a share: 0.75 is three quarters, more than 1 is over it; null without a budget. The budget of hourly work is the estimate (its upper end), which hours worked use up at the price of an hour. Otherwise what invoices in the client’s currency charged uses it up: the budget of a fixed price is the price, of a retainer the sum of its periods, else the estimate.',
  load: findBudgetUsedByProject,
  absent: null,
});

export const projectProfitField = figure<readonly ProjectProfit[]>({
  type: [profit],
  areas: ['invoices', 'time', 'expenses', 'clients', 'people', 'settings'],
  description:
    'What the project brings and costs, by currency, the workspace’s first: currencies are never added up. Empty where nothing was billed, worked or spent.',
  load: findProjectProfits,
  absent: [],
});
