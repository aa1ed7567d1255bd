import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { ReceivablesByAge, RevenueOfMonth, TimeGroup } from '../../domain/figures.ts';
import {
  periodInput,
  pipelineByStage,
  receivablesByAge,
  revenueByMonth,
  topInput,
  trackedTime,
  trackedTimeInput,
  unbilledTimeByClient,
} from '../../domain/figures.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { Decimal } from '../../domain/kernel/money.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import { findByIds } from '../../domain/reader/lists.ts';
import { builder } from '../vocabulary/builder.ts';
import { inputArguments } from '../vocabulary/inputs.ts';

/** Figures of the whole workspace: one grouped statement each, and one for the records of its groups where asked for. */

interface Group {
  id: string | number | null;
  record?: object | null;
}

/** The groups of a figure, each with its record where that is selected: one statement for all of them. */
async function withRecords<G extends Group>(
  groups: readonly G[],
  model: ListedModel,
  field: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<G[]> {
  const query = queryFromInfo({ context, info, typeName: model, path: [field] }) as object;
  const ids = groups.flatMap(({ id }) => id ?? []);
  const isSelected = Object.keys(query).length > 0;
  if (!isSelected || ids.length === 0) return [...groups];
  const rows = await findByIds(context, model, ids, query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groups.map((group) => ({ ...group, record: byId.get(group.id) ?? null }));
}

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const receivables = builder.objectRef<ReceivablesByAge>('ReceivablesByAge').implement({
  description: 'What clients owe in one currency, by how many days the invoices are overdue.',
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    invoices: t.exposeInt('invoices', { description: 'How many invoices that is.' }),
    notDue: t.expose('notDue', amount('Not due before today.')),
    days1To30: t.expose('days1To30', amount('Up to 30 days overdue.')),
    days31To60: t.expose('days31To60', amount('31 to 60 days overdue.')),
    days61To90: t.expose('days61To90', amount('61 to 90 days overdue.')),
    over90Days: t.expose('over90Days', amount('More than 90 days overdue.')),
    total: t.expose('total', amount('All of it.')),
  }),
});

const revenue = builder.objectRef<RevenueOfMonth>('RevenueOfMonth').implement({
  description: 'Payments received in one month and currency.',
  fields: (t) => ({
    month: t.expose('month', { type: 'Date', description: 'The first day of the month.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    amount: t.expose('amount', amount('The sum of the payments.')),
    payments: t.exposeInt('payments', { description: 'How many payments there were.' }),
  }),
});

/** Time worked for each record of a model; `field` is where the record is. */
function timeGroups(name: string, model: ListedModel, field: string, description: string) {
  return builder.objectRef<TimeGroup & Group>(name).implement({
    description,
    fields: (t) => ({
      [field]: t.field({
        type: model as never,
        nullable: true,
        description: `The ${field}; null for time without one.`,
        resolve: ({ record }) => (record ?? null) as never,
      }),
      minutes: t.exposeInt('minutes', { description: 'How long, in whole minutes.' }),
      entries: t.exposeInt('entries', { description: 'How many time entries there are.' }),
    }),
  });
}

const clientTime = timeGroups('ClientTime', 'Client', 'client', 'Time worked for one client.');
const projectTime = timeGroups('ProjectTime', 'Project', 'project', 'Time worked on one project.');
const userTime = timeGroups('UserTime', 'User', 'user', 'Time that one user worked.');

interface StageGroup extends Group {
  opportunities: number;
  value: Decimal;
}

const stageValue = builder.objectRef<StageGroup>('StageValue').implement({
  description: 'What may still be won in one stage of the pipeline.',
  fields: (t) => ({
    stage: t.field({
      type: 'PipelineStage' as never,
      description: 'The stage.',
      resolve: ({ record }) => record as never,
    }),
    opportunities: t.exposeInt('opportunities', { description: 'How many opportunities it has.' }),
    value: t.expose(
      'value',
      amount(
        'Sum of their estimated values, in the workspace’s currency; those without one are 0.',
      ),
    ),
  }),
});

const figures = builder.objectRef<object>('Figures').implement({
  description:
    'Figures of the whole workspace, for a dashboard. Amounts in different currencies are never added up; days and months are those of the workspace’s time zone.',
  fields: (t) => ({
    receivablesByAge: t.field({
      type: [receivables],
      description:
        'What clients owe on open invoices, by currency and age. Drafts are not issued, so nothing is owed on them.',
      resolve: (_root, _args, context) => receivablesByAge(context),
    }),
    revenueByMonth: t.field({
      type: [revenue],
      description:
        'Payments received, by month and currency; months without any are left out. The last twelve months unless `from` and `to` say otherwise.',
      args: inputArguments(periodInput),
      resolve: (_root, args, context) => revenueByMonth(context, args),
    }),
    unbilledTimeByClient: t.field({
      type: [clientTime],
      description:
        'Billable time that no invoice has charged yet, by client; those with the most first.',
      args: inputArguments(topInput),
      resolve: async (_root, args, context, info) => {
        const groups = await unbilledTimeByClient(context, args);
        return withRecords(groups, 'Client', 'client', context, info);
      },
    }),
    trackedTimeByProject: t.field({
      type: [projectTime],
      description:
        'Time worked, by project; those with the most first. This month unless `from` and `to` say otherwise.',
      args: inputArguments(trackedTimeInput),
      resolve: async (_root, args, context, info) => {
        const groups = await trackedTime(context, 'projectId', args);
        return withRecords(groups, 'Project', 'project', context, info);
      },
    }),
    trackedTimeByPerson: t.field({
      type: [userTime],
      description:
        'Time worked, by user; those with the most first. This month unless `from` and `to` say otherwise.',
      args: inputArguments(trackedTimeInput),
      resolve: async (_root, args, context, info) => {
        const groups = await trackedTime(context, 'userId', args);
        return withRecords(groups, 'User', 'user', context, info);
      },
    }),
    pipelineByStage: t.field({
      type: [stageValue],
      description:
        'What may still be won, by stage: opportunities that are neither archived nor in a closed stage.',
      resolve: async (_root, _args, context, info) =>
        withRecords(await pipelineByStage(context), 'PipelineStage', 'stage', context, info),
    }),
  }),
});

builder.queryField('figures', (t) =>
  t.field({
    type: figures,
    description: 'Figures of the whole workspace, for a dashboard.',
    resolve: () => ({}),
  }),
);
