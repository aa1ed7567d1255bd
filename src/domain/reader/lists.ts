import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context, Db } from '../kernel/context.ts';
import { prismaWhere } from './condition-queries.ts';
import type { Condition } from './conditions.ts';
import type { OrderColumn, Position } from './keyset.ts';
import { behindWhere } from './keyset.ts';

/**
 * Every model that the doors can list: all but the workspace itself, what is part of it, and what processes note for one
 * another.
 */
export type ListedModel = Exclude<
  Prisma.ModelName,
  'Workspace' | 'WorkspaceLogo' | 'ChangeListener'
>;

/** What a door adds to a list: which relations to load, and which page. Never a condition. */
export interface PageQuery {
  select?: object;
  include?: object;
  take?: number;
  skip?: number;
}

export interface ListOptions {
  where?: Condition | undefined;
  /** The list's order, which ends with the id. */
  order: readonly OrderColumn[];
  /** Only what comes behind it. */
  behind?: Position | undefined;
  /** Whether an index has the records in this order, so that the database stops at the end of the page. */
  isIndexed?: boolean;
}

interface Delegate {
  findMany(args: object): Promise<{ id: string | number }[]>;
  count(args: object): Promise<number>;
  groupBy(args: object): Promise<Record<string, unknown>[]>;
}

/** The one condition that every read of every model carries: the key's workspace. */
function scope(context: Pick<Context, 'accountId'>): { accountId: number } {
  return { accountId: context.accountId };
}

function delegate(db: Db, model: Prisma.ModelName): Delegate {
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  return db[name as keyof Db] as unknown as Delegate;
}

/**
 * The workspace's records of one model that have one of the ids, in one statement and no order. Users' ids are numbers,
 * and the workspace's is its own number.
 */
export async function findByIds(
  context: Context,
  model: ListedModel | 'Workspace',
  ids: readonly (string | number)[],
  query: Pick<PageQuery, 'select' | 'include'> = {},
): Promise<Record<string, unknown>[]> {
  const given = { in: [...ids] };
  const where = model === 'Workspace' ? { accountId: given } : { id: given };
  return delegate(context.db, model).findMany({
    ...query,
    where: { AND: [scope(context), where] },
  });
}

/** Records that went away between two statements are looked for anew so many times. */
const attempts = 3;

/**
 * A page of the workspace's records of one model, in one statement. Where no index has their order, two: Prisma's
 * statement would load the relations of every record that matches before it sorts them and cuts the page.
 */
export async function list(
  context: Context,
  model: ListedModel,
  { where, order, behind, isIndexed = true }: ListOptions,
  query: PageQuery = {},
): Promise<{ id: string | number }[]> {
  const { select, include, ...page } = query;
  // Cursors are made of the columns of the order.
  const ordering = Object.fromEntries(order.map(({ column }) => [column, true]));
  const whole = {
    ...(select && { select: { ...select, ...ordering } }),
    ...(include && { include }),
  };
  const find = (what: object) =>
    delegate(context.db, model).findMany({
      ...page,
      ...what,
      where: {
        AND: [scope(context), prismaWhere(where), ...(behind ? [behindWhere(behind)] : [])],
      },
      orderBy: prismaOrder(order),
    });
  if (isIndexed || !hasRelations(whole)) return find(whole);
  for (let attempt = 1; ; attempt += 1) {
    const ids = (await find({ select: { id: true } })).map(({ id }) => id);
    const rows = await findByIds(context, model, ids, whole);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = ids.flatMap((id) => byId.get(id) ?? []) as { id: string }[];
    if (found.length === ids.length || attempt === attempts) return found;
  }
}

/** An order as Prisma takes it. */
export const prismaOrder = (order: readonly OrderColumn[]) =>
  order.map(({ column, direction }) => ({ [column]: direction }));

/** Whether the workspace has a record that a condition holds for, where a list goes on behind a position or begins with it. */
export async function existsFrom(
  context: Context,
  model: ListedModel,
  where: Condition | undefined,
  position: Position,
): Promise<boolean> {
  const found = await delegate(context.db, model).findMany({
    where: { AND: [scope(context), prismaWhere(where), behindWhere(position, true)] },
    orderBy: prismaOrder(position),
    select: { id: true },
    take: 1,
  });
  return found.length > 0;
}

const hasRelations = ({ select, include }: PageQuery) =>
  include !== undefined || Object.values(select ?? {}).some((part) => typeof part === 'object');

/** How many of the workspace's records of one model match. */
export async function count(
  context: Context,
  model: ListedModel,
  where?: Condition,
): Promise<number> {
  return delegate(context.db, model).count({
    where: { AND: [scope(context), prismaWhere(where)] },
  });
}

/**
 * How many children each of the parents has, from a position on where one is given, those without any left out: one grouped
 * statement for all of them.
 */
export async function countByParent(
  context: Context,
  model: ListedModel,
  parentColumn: string,
  parentIds: readonly (string | number)[],
  { where, from }: { where?: Condition | undefined; from?: Position } = {},
): Promise<Map<string, number>> {
  const groups = await delegate(context.db, model).groupBy({
    by: [parentColumn],
    where: {
      AND: [
        scope(context),
        { [parentColumn]: { in: [...parentIds] } },
        prismaWhere(where),
        ...(from ? [behindWhere(from, true)] : []),
      ],
    },
    _count: { _all: true },
  });
  return new Map(
    groups.map((group) => [String(group[parentColumn]), (group._count as { _all: number })._all]),
  );
}
