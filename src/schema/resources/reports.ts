import type { PipelineStageTotal } from '../../domain/reports/pipeline-by-stage.ts';
import { listPipelineByStage } from '../../domain/reports/pipeline-by-stage.ts';
import type { ReceivablesByAge } from '../../domain/reports/receivables-by-age.ts';
import { listReceivablesByAge } from '../../domain/reports/receivables-by-age.ts';
import { reportPeriodInput, topGroupsInput } from '../../domain/reports/report-inputs.ts';
import type { MonthlyRevenue } from '../../domain/reports/revenue-by-month.ts';
import { listRevenueByMonth } from '../../domain/reports/revenue-by-month.ts';
import type { TimeGroup } from '../../domain/reports/tracked-time.ts';
import { listTrackedTime, trackedTimeInput } from '../../domain/reports/tracked-time.ts';
import { listUnbilledTimeByClient } from '../../domain/reports/unbilled-time-by-client.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from '../core/builder.ts';
import { inputArguments } from '../core/inputs.ts';
import type { RecordKey } from '../core/record-keys.ts';
import { areaPermissions, inheritedPermissions } from '../core/required-permissions.ts';

/** Figures of the whole workspace: one grouped statement each, and one for the records of its groups where asked for. */

/** The key of a group's record, whose parts are read for all groups at once. */
const keyOf = (id: string | number): RecordKey => ({ id });

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const receivables = builder.objectRef<ReceivablesByAge>('ReceivablesByAge').implement({
  description: 'What clients owe in one currency, by how many days the invoices are overdue.',
  extensions: areaPermissions('invoices'),
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

const revenue = builder.objectRef<MonthlyRevenue>('RevenueOfMonth').implement({
  description: 'Payments received in one month and currency.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    month: t.expose('month', { type: 'Date', description: 'The first day of the month.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    amount: t.expose('amount', amount('The sum of the payments.')),
    payments: t.exposeInt('payments', { description: 'How many payments there were.' }),
  }),
});

/** Time worked for each record of a model; `field` is where the record is. */
function timeGroups(name: string, model: ListableModel, field: string, description: string) {
  return builder.objectRef<TimeGroup>(name).implement({
    description,
    extensions: areaPermissions('time'),
    fields: (t) => ({
      [field]: t.field({
        type: model as never,
        nullable: true,
        description: `The ${field}; null for time without one.`,
        resolve: ({ id }) => (id === null ? null : keyOf(id)) as never,
      }),
      minutes: t.exposeInt('minutes', { description: 'How long, in whole minutes.' }),
      entries: t.exposeInt('entries', { description: 'How many time entries there are.' }),
    }),
  });
}

const clientTime = timeGroups('ClientTime', 'Client', 'client', 'Time worked for one client.');
const projectTime = timeGroups('ProjectTime', 'Project', 'project', 'Time worked on one project.');
const userTime = timeGroups('UserTime', 'User', 'user', 'Time that one user worked.');

const stageValue = builder.objectRef<PipelineStageTotal>('StageValue').implement({
  description: 'What may still be won in one stage of the pipeline, in one currency.',
  extensions: areaPermissions('sales', 'clients'),
  fields: (t) => ({
    stage: t.field({
      type: 'PipelineStage' as never,
      description: 'The stage.',
      resolve: ({ id }) => keyOf(id) as never,
    }),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'The currency: that of the client, or the workspace’s if the client has none.',
    }),
    opportunities: t.exposeInt('opportunities', {
      description: 'How many opportunities it has in this currency.',
    }),
    value: t.expose('value', amount('Sum of their estimated values; those without one are 0.')),
  }),
});

/** Books add theirs (`accounting.ts`). */
export const reportsType = builder.objectRef<object>('Figures').implement({
  description:
    'Figures of the whole workspace, for a dashboard. Amounts in different currencies are never added up; days and months are those of the workspace’s time zone.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    receivablesByAge: t.field({
      type: [receivables],
      description:
        'What clients owe on open invoices, by currency and age. Drafts are not issued, so nothing is owed on them.',
      resolve: (_root, _args, context) => listReceivablesByAge(context),
    }),
    revenueByMonth: t.field({
      type: [revenue],
      description:
        'Payments received, less what was given or taken back in the month, by month and currency; months without any are left out. The last twelve months unless `from` and `to` say otherwise.',
      args: inputArguments(reportPeriodInput),
      resolve: (_root, args, context) => listRevenueByMonth(context, args),
    }),
    unbilledTimeByClient: t.field({
      type: [clientTime],
      description:
        'Billable time that no invoice has charged yet, by client; those with the most first. Time that the price of its project covers is left out, as in `unbilledWork`.',
      args: inputArguments(topGroupsInput),
      resolve: (_root, args, context) => listUnbilledTimeByClient(context, args),
    }),
    trackedTimeByProject: t.field({
      type: [projectTime],
      description:
        'Time worked, by project; those with the most first. This month unless `from` and `to` say otherwise.',
      args: inputArguments(trackedTimeInput),
      resolve: (_root, args, context) => listTrackedTime(context, 'projectId', args),
    }),
    trackedTimeByPerson: t.field({
      type: [userTime],
      description:
        'Time worked, by user; those with the most first. This month unless `from` and `to` say otherwise.',
      args: inputArguments(trackedTimeInput),
      resolve: (_root, args, context) => listTrackedTime(context, 'userId', args),
    }),
    pipelineByStage: t.field({
      type: [stageValue],
      description:
        'What may still be won, by stage and currency: opportunities that are neither archived nor in a closed stage. A stage without any has one entry, in the workspace’s currency.',
      resolve: (_root, _args, context) => listPipelineByStage(context),
    }),
  }),
});

builder.queryField('figures', (t) =>
  t.field({
    type: reportsType,
    description: 'Figures of the whole workspace, for a dashboard.',
    resolve: () => ({}),
  }),
);
