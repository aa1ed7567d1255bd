import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context, Db } from './context.ts';

/** Every model that the doors can list: all but the workspace itself, and what processes note for one another. */
export type ListedModel = Exclude<Prisma.ModelName, 'Workspace' | 'ChangeListener'>;

/** What a door adds to a list: which relations to load, and which page. Never a condition. */
export interface PageQuery {
  select?: object;
  include?: object;
  take?: number;
  skip?: number;
  cursor?: object;
}

export interface ListOptions {
  where?: object;
  /** The caller's order; ties are always broken by id, so that every list has one order. */
  orderBy?: readonly object[];
}

interface Delegate {
  findMany(args: object): Promise<{ id: string }[]>;
  count(args: object): Promise<number>;
  groupBy(args: object): Promise<Record<string, unknown>[]>;
}

/** The one condition that every read of every model carries: the key's workspace. */
export function scope(context: Pick<Context, 'accountId'>): { accountId: number } {
  return { accountId: context.accountId };
}

function delegate(db: Db, model: Prisma.ModelName): Delegate {
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  return db[name as keyof Db] as unknown as Delegate;
}

/** The cursor's record is looked for in the key's workspace, whatever workspace the cursor was made in. */
function ownCursor(context: Context, cursor: object | undefined): object {
  if (cursor === undefined) return {};
  const [[name, value]] = Object.entries(cursor) as [[string, object]];
  return { cursor: { [name]: { ...value, ...scope(context) } } };
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

/** A page of the workspace's records of one model, in one statement. */
export async function list(
  context: Context,
  model: ListedModel,
  { where = {}, orderBy = [] }: ListOptions,
  query: PageQuery = {},
): Promise<{ id: string }[]> {
  return delegate(context.db, model).findMany({
    ...query,
    ...ownCursor(context, query.cursor),
    where: { AND: [scope(context), where] },
    orderBy: [...orderBy, { id: 'asc' }],
  });
}

/** How many of the workspace's records of one model match. */
export async function count(
  context: Context,
  model: ListedModel,
  where: object = {},
): Promise<number> {
  return delegate(context.db, model).count({ where: { AND: [scope(context), where] } });
}

/** How many children each of the parents has, those without any left out: one grouped statement for all of them. */
export async function countByParent(
  context: Context,
  model: ListedModel,
  parentColumn: string,
  parentIds: readonly (string | number)[],
  where: object = {},
): Promise<Map<string, number>> {
  const groups = await delegate(context.db, model).groupBy({
    by: [parentColumn],
    where: { AND: [scope(context), { [parentColumn]: { in: [...parentIds] } }, where] },
    _count: { _all: true },
  });
  return new Map(
    groups.map((group) => [String(group[parentColumn]), (group._count as { _all: number })._all]),
  );
}
