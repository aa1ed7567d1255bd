import type { WorkFilter, WorkItem, WorkKind } from '../../domain/work-prices/billable-work.ts';
import type { WorkTotal } from '../../domain/work-prices/unbilled-work.ts';
import {
  formatWorkCursor,
  listUnbilledWork,
  parseWorkCursor,
  resolveUnbilledWorkFilter,
  sumUnbilledWork,
  unbilledWorkInput,
  workPermissionAreas,
} from '../../domain/work-prices/unbilled-work.ts';
import type { Context } from '../../platform/context/context.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import type { ConnectionArguments } from '../core/page-arguments.ts';
import {
  checkPageArguments,
  connectionComplexity,
  pageSizeLimits,
  pageSizeOf,
} from '../core/page-arguments.ts';
import type { RecordKey } from '../core/record-keys.ts';
import { areaPermissions } from '../core/required-permissions.ts';

/** Prices depend on records of all these areas. */
const ofAllOfIt = areaPermissions(...workPermissionAreas);

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const keyIf = (kind: WorkKind) => (item: WorkItem) =>
  (item.kind === kind ? { id: item.id } : null) as never;

const keyOf = (id: string | number | null) => (id === null ? null : ({ id } as RecordKey)) as never;

const item = builder.objectRef<WorkItem>('UnbilledItem').implement({
  description: 'An item of unbilled work with its price before tax.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    kind: t.expose('kind', { type: enums.WorkKind, description: 'Kind of work.' }),
    timeEntry: t.field({
      type: 'TimeEntry' as never,
      nullable: true,
      description: 'The time entry. Null for other items.',
      resolve: keyIf('TIME'),
    }),
    expense: t.field({
      type: 'Expense' as never,
      nullable: true,
      description: 'The expense. Null for other items.',
      resolve: keyIf('EXPENSE'),
    }),
    deliverable: t.field({
      type: 'Deliverable' as never,
      nullable: true,
      description: 'The deliverable, of time the one it was worked on. Null if there is none.',
      resolve: ({ deliverableId }) => keyOf(deliverableId),
    }),
    client: t.field({
      type: 'Client' as never,
      description: 'The billed client.',
      resolve: ({ clientId }) => keyOf(clientId),
    }),
    project: t.field({
      type: 'Project' as never,
      nullable: true,
      description: 'The project. Null if there is none.',
      resolve: ({ projectId }) => keyOf(projectId),
    }),
    user: t.field({
      type: 'User' as never,
      nullable: true,
      description: 'The user who worked or spent. Null if unknown.',
      resolve: ({ userId }) => keyOf(userId),
    }),
  }),
});

builder.objectFields(item, (t) => ({
  at: t.expose('at', {
    type: 'DateTime',
    description: 'Start of the work, day of the expense, or day of the approval.',
  }),
  description: t.exposeString('description', {
    nullable: true,
    description: 'Description.',
  }),
  quantity: t.expose('quantity', amount('Billed hours; 1 for other items.')),
  rate: t.expose('rate', {
    ...amount('Unit price. Null for time without a known rate.'),
    nullable: true,
  }),
  source: t.expose('source', {
    type: enums.TimeRateSource,
    nullable: true,
    description: 'Source of the hourly rate. Null for other items, or if the rate is unknown.',
  }),
  amount: t.expose('amount', {
    ...amount('Quantity × price. Null if the price is unknown.'),
    nullable: true,
  }),
  currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
  taxable: t.exposeBoolean('taxable', {
    description:
      'Whether it is taxable on an invoice: by the fee schedule, and for expenses unless their rate is 0.',
  }),
}));

const total = builder.objectRef<WorkTotal>('UnbilledTotal').implement({
  description: 'Price of unbilled work in one currency before tax.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    hours: t.expose('hours', amount('Billed hours of time.')),
    time: t.expose('time', amount('Price of time.')),
    expenses: t.expose('expenses', amount('Price of expenses, with their markup.')),
    deliverables: t.expose('deliverables', amount('Price of approved deliverables.')),
    total: t.expose('total', amount('Total.')),
    items: t.exposeInt('items', { description: 'Number of items.' }),
    unpriced: t.exposeInt('unpriced', {
      description: 'Number of time entries without an hourly rate. They are not part of the sums.',
    }),
  }),
});

interface ItemPage {
  edges: { cursor: string; node: WorkItem }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

const edge = builder.objectRef<ItemPage['edges'][number]>('UnbilledItemPlace').implement({
  description: 'An item of a page.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Cursor for `after`.' }),
    node: t.expose('node', { type: item, description: 'The work.' }),
  }),
});

const page = builder.objectRef<ItemPage>('UnbilledItemPage').implement({
  description: 'A page of unbilled work.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    edges: t.expose('edges', {
      type: [edge],
      description: 'The items of this page, each with its cursor.',
      complexity: { field: 0, multiplier: 1 },
    }),
    nodes: t.field({
      type: [item],
      description: 'The items of this page, without cursors.',
      complexity: { field: 0, multiplier: 1 },
      resolve: ({ edges }) => edges.map(({ node }) => node),
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Whether there are more pages, and the first and last cursor of this page.',
      resolve: ({ pageInfo }) => pageInfo as never,
    }),
  }),
});

async function itemsOf(
  context: Context,
  filter: WorkFilter,
  { first, after }: { first?: number | null | undefined; after?: string | null | undefined },
): Promise<ItemPage> {
  const given: ConnectionArguments = { first };
  checkPageArguments(given);
  const most = pageSizeOf(given);
  const place = after ? parseWorkCursor(after) : null;
  const rows = await listUnbilledWork(context, filter, { after: place, limit: most });
  const edges = rows.slice(0, most).map((node) => ({ cursor: formatWorkCursor(node), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > most,
      hasPreviousPage: place !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

const work = builder.objectRef<WorkFilter>('UnbilledWork').implement({
  description: 'Unbilled work with its price before tax.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    totals: t.field({
      type: [total],
      complexity: 10,
      description: 'Totals by currency. Currencies are never added up.',
      resolve: (filter, _args, context) => sumUnbilledWork(context, filter),
    }),
    items: t.field({
      type: page,
      complexity: connectionComplexity,
      description: 'The items, oldest first.',
      args: {
        first: t.arg.int({
          description: `Number of records from the start, at most ${pageSizeLimits.max}.`,
        }),
        after: t.arg.string({
          description:
            'Items after this cursor of an earlier page, even if its work was billed since.',
        }),
      },
      resolve: (filter, args, context) => itemsOf(context, filter, args),
    }),
  }),
});

builder.queryField('unbilledWork', (t) =>
  t.field({
    type: work,
    description:
      'Unbilled work of a client, a project, or all: billable time, reimbursable expenses, and approved deliverables of projects that are paid per item or at a fixed price.',
    args: inputArguments(unbilledWorkInput),
    extensions: { requiresUnrestrictedAccess: true },
    resolve: async (_root, args, context) =>
      resolveUnbilledWorkFilter(context, parseInput(unbilledWorkInput, args)),
  }),
);
