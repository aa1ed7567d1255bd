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

/** An order as Prisma takes it. */
const prismaOrder = (order: readonly OrderColumn[]) =>
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
