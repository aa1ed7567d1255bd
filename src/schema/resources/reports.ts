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

const keyOf = (id: string | number): RecordKey => ({ id });

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const receivables = builder.objectRef<ReceivablesByAge>('ReceivablesByAge').implement({
  description: 'Amounts due in one currency, by days overdue.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    invoices: t.exposeInt('invoices', { description: 'Number of invoices.' }),
    notDue: t.expose('notDue', amount('Not overdue.')),
    days1To30: t.expose('days1To30', amount('Up to 30 days overdue.')),
    days31To60: t.expose('days31To60', amount('31 to 60 days overdue.')),
    days61To90: t.expose('days61To90', amount('61 to 90 days overdue.')),
    over90Days: t.expose('over90Days', amount('More than 90 days overdue.')),
    total: t.expose('total', amount('Total.')),
  }),
});

const revenue = builder.objectRef<MonthlyRevenue>('RevenueOfMonth').implement({
  description: 'Payments of one month and currency.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    month: t.expose('month', { type: 'Date', description: 'First day of the month.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    amount: t.expose('amount', amount('Sum of the payments.')),
    payments: t.exposeInt('payments', { description: 'Number of payments.' }),
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
        description: `The ${field}. Null for time without one.`,
        resolve: ({ id }) => (id === null ? null : keyOf(id)) as never,
      }),
      minutes: t.exposeInt('minutes', { description: 'Duration in whole minutes.' }),
      entries: t.exposeInt('entries', { description: 'Number of time entries.' }),
    }),
  });
}

const clientTime = timeGroups('ClientTime', 'Client', 'client', 'Tracked time for one client.');
const projectTime = timeGroups('ProjectTime', 'Project', 'project', 'Tracked time of one project.');
const userTime = timeGroups('UserTime', 'User', 'user', 'Tracked time of one user.');

const stageValue = builder.objectRef<PipelineStageTotal>('StageValue').implement({
  description: 'Open opportunities in one stage of the pipeline, in one currency.',
  extensions: areaPermissions('sales', 'clients'),
  fields: (t) => ({
    stage: t.field({
      type: 'PipelineStage' as never,
      description: 'The stage.',
      resolve: ({ id }) => keyOf(id) as never,
    }),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'The currency: that of the client, otherwise the workspace’s.',
    }),
    opportunities: t.exposeInt('opportunities', {
      description: 'Number of opportunities in this currency.',
    }),
    value: t.expose('value', amount('Sum of their estimated values. Those without one are 0.')),
  }),
});

/** `accounting.ts` adds the accounting reports. */
export const reportsType = builder.objectRef<object>('Figures').implement({
  description:
    'Totals of the whole workspace for a dashboard. Currencies are never added up. Days and months are in the workspace’s time zone.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    receivablesByAge: t.field({
      type: [receivables],
      description: 'Amounts due of open invoices, by currency and age. Drafts are not included.',
      resolve: (_root, _args, context) => listReceivablesByAge(context),
    }),
    revenueByMonth: t.field({
      type: [revenue],
      description:
        'Payments less refunds and reversals, by month and currency. Months without any are omitted. The default period is the last twelve months.',
      args: inputArguments(reportPeriodInput),
      resolve: (_root, args, context) => listRevenueByMonth(context, args),
    }),
    unbilledTimeByClient: t.field({
      type: [clientTime],
      description:
        'Unbilled billable time by client, highest first. Time that is covered by the price of its project is omitted, as in `unbilledWork`.',
      args: inputArguments(topGroupsInput),
      resolve: (_root, args, context) => listUnbilledTimeByClient(context, args),
    }),
    trackedTimeByProject: t.field({
      type: [projectTime],
      description: 'Tracked time by project, highest first. The default period is this month.',
      args: inputArguments(trackedTimeInput),
      resolve: (_root, args, context) => listTrackedTime(context, 'projectId', args),
    }),
    trackedTimeByPerson: t.field({
      type: [userTime],
      description: 'Tracked time by user, highest first. The default period is this month.',
      args: inputArguments(trackedTimeInput),
      resolve: (_root, args, context) => listTrackedTime(context, 'userId', args),
    }),
    pipelineByStage: t.field({
      type: [stageValue],
      description:
        'Open opportunities by stage and currency: neither archived nor in a closed stage. A stage without any has one entry in the workspace’s currency.',
      resolve: (_root, _args, context) => listPipelineByStage(context),
    }),
  }),
});

builder.queryField('figures', (t) =>
  t.field({
    type: reportsType,
    description: 'Totals of the whole workspace for a dashboard.',
    resolve: () => ({}),
  }),
);
