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

/** What no invoice has charged yet: a statement for the sums, and one for a page of the work. */

/** Prices are made of records of all these areas. */
const ofAllOfIt = areaPermissions(...workPermissionAreas);

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

/** The record of a piece of work where it is of a kind, by its key. */
const keyIf = (kind: WorkKind) => (item: WorkItem) =>
  (item.kind === kind ? { id: item.id } : null) as never;

const keyOf = (id: string | number | null) => (id === null ? null : ({ id } as RecordKey)) as never;

const item = builder.objectRef<WorkItem>('UnbilledItem').implement({
  description:
    'A piece of work that no invoice has charged yet, with what it would cost before tax.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    kind: t.expose('kind', { type: enums.WorkKind, description: 'What it is.' }),
    timeEntry: t.field({
      type: 'TimeEntry' as never,
      nullable: true,
      description: 'The time; null where it is something else.',
      resolve: keyIf('TIME'),
    }),
    expense: t.field({
      type: 'Expense' as never,
      nullable: true,
      description: 'The expense; null where it is something else.',
      resolve: keyIf('EXPENSE'),
    }),
    deliverable: t.field({
      type: 'Deliverable' as never,
      nullable: true,
      description: 'The deliverable, of time the one it was worked on; null where there is none.',
      resolve: ({ deliverableId }) => keyOf(deliverableId),
    }),
    client: t.field({
      type: 'Client' as never,
      description: 'The client it is charged to.',
      resolve: ({ clientId }) => keyOf(clientId),
    }),
    project: t.field({
      type: 'Project' as never,
      nullable: true,
      description: 'The project; null where there is none.',
      resolve: ({ projectId }) => keyOf(projectId),
    }),
    user: t.field({
      type: 'User' as never,
      nullable: true,
      description: 'Who worked, or spent; null where nobody is known.',
      resolve: ({ userId }) => keyOf(userId),
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When the work began, the money was spent, or the deliverable was approved.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What was done, bought or delivered.',
    }),
    quantity: t.expose('quantity', amount('Hours as they are charged; of all else 1.')),
    rate: t.expose('rate', {
      ...amount('Price of one; null for time whose price nobody knows.'),
      nullable: true,
    }),
    source: t.expose('source', {
      type: enums.TimeRateSource,
      nullable: true,
      description:
        'Where the price of an hour comes from; null where it is no time, or nobody knows.',
    }),
    amount: t.expose('amount', {
      ...amount('Quantity × price; null where nobody knows the price.'),
      nullable: true,
    }),
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    taxable: t.exposeBoolean('taxable', {
      description:
        'Whether an invoice taxes it: what the fee schedule says, and expenses unless their own rate is 0.',
    }),
  }),
});

const total = builder.objectRef<WorkTotal>('UnbilledTotal').implement({
  description: 'What work in one currency would cost before tax.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    hours: t.expose('hours', amount('Hours of time as they are charged.')),
    time: t.expose('time', amount('What time costs.')),
    expenses: t.expose('expenses', amount('What expenses cost, with their markup.')),
    deliverables: t.expose('deliverables', amount('What approved deliverables cost.')),
    total: t.expose('total', amount('All of it.')),
    items: t.exposeInt('items', { description: 'How many pieces of work that is.' }),
    unpriced: t.exposeInt('unpriced', {
      description:
        'How many time entries have no price of an hour; they count for nothing in the sums.',
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
  description: 'A piece of work of a page.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Where it stands, for `after`.' }),
    node: t.expose('node', { type: item, description: 'The work.' }),
  }),
});

const page = builder.objectRef<ItemPage>('UnbilledItemPage').implement({
  description: 'A page of work that no invoice has charged yet.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    edges: t.expose('edges', {
      type: [edge],
      description: 'The work of this page, each with its cursor.',
      complexity: { field: 0, multiplier: 1 },
    }),
    nodes: t.field({
      type: [item],
      description: 'The work of this page, without the cursors.',
      complexity: { field: 0, multiplier: 1 },
      resolve: ({ edges }) => edges.map(({ node }) => node),
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Whether there is more, and where this page starts and ends.',
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
  const rows = await listUnbilledWork(context, filter, { after: place, most });
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
  description: 'Work that no invoice has charged yet, with what it would cost before tax.',
  extensions: ofAllOfIt,
  fields: (t) => ({
    totals: t.field({
      type: [total],
      complexity: 10,
      description: 'What it costs together, by currency: currencies are never added up.',
      resolve: (filter, _args, context) => sumUnbilledWork(context, filter),
    }),
    items: t.field({
      type: page,
      complexity: connectionComplexity,
      description: 'The work, the oldest first.',
      args: {
        first: t.arg.int({
          description: `How many from the start; at most ${pageSizeLimits.max}.`,
        }),
        after: t.arg.string({
          description:
            'Those after this cursor of an earlier page, also where its work is charged by now.',
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
      'Billable time, reimbursable expenses and approved deliverables (of projects that are paid per item or at a fixed price) that no invoice has charged yet, of a client, a project, or all.',
    args: inputArguments(unbilledWorkInput),
    extensions: { isWhole: true },
    resolve: async (_root, args, context) =>
      resolveUnbilledWorkFilter(context, parseInput(unbilledWorkInput, args)),
  }),
);
