import type { Db } from '../database/client/db.ts';
import type { GlobalModel } from '../database/models/global-models.ts';
import { withoutPreparedName } from '../database/statements/prepared-statement-names.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { Context } from '../platform/context/context.ts';
import type { Condition } from './conditions.ts';
import { conditionSql, quoteIdentifier, workspaceConditionSql } from './conditions.ts';
import type { KeysetPosition, OrderColumn } from './keyset-pagination.ts';
import { afterPositionSql, afterPositionWhere } from './keyset-pagination.ts';
import { toPrismaWhere } from './prisma-conditions.ts';

/**
 * Every model that the doors can list: all but the workspace itself, what is part of it, what processes note for one
 * another, and who signs in.
 */
export type ListableModel = Exclude<
  Prisma.ModelName,
  | 'Workspace'
  | 'WorkspaceLogo'
  | 'IssuedDocument'
  | 'CreditNoteDocument'
  | 'SellerLogo'
  | 'ChangeListener'
  | 'KeptAnswer'
  | GlobalModel
>;

/** The column that no two records of a model in a workspace have in common: lists are ordered by it in the end. */
export const tieBreakerColumnOf = (model: ListableModel): 'id' | 'place' =>
  model === 'LogEntry' ? 'place' : 'id';

interface Delegate {
  findMany(args: object): Promise<object[]>;
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

/**
 * Some records of one model as a statement of SQL has them, for who sees a part of the workspace only: Prisma's own look at no
 * rights. The workspace is the first value.
 */
function seenRecords(
  { accountId }: Pick<Context, 'accountId'>,
  model: ListableModel,
  where: Condition | undefined,
  from: KeysetPosition | undefined,
) {
  const values: unknown[] = [accountId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    workspaceConditionSql('t'),
    ...(where ? [conditionSql(where, 't', parameter)] : []),
    ...(from ? [afterPositionSql(from, 't', ({ value }) => parameter(value), true)] : []),
  ];
  return { from: `FROM ${quoteIdentifier(model)} t WHERE ${conditions.join(' AND ')}`, values };
}

const isWhole = ({ db }: Context) => unfilteredClient(db) === db;

/** Whether the workspace has a record that a condition holds for, where a list goes on behind a position or begins with it. */
export async function existsFromPosition(
  context: Context,
  model: ListableModel,
  where: Condition | undefined,
  position: KeysetPosition,
): Promise<boolean> {
  if (!isWhole(context)) {
    const { from, values } = seenRecords(context, model, where, position);
    const text = withoutPreparedName(`SELECT 1 AS found ${from} LIMIT 1`);
    return (await context.db.$queryRawUnsafe<object[]>(text, ...values)).length > 0;
  }
  const found = await delegate(context.db, model).findMany({
    where: { AND: [scope(context), toPrismaWhere(where), afterPositionWhere(position, true)] },
    orderBy: prismaOrder(position),
    select: { [tieBreakerColumnOf(model)]: true },
    take: 1,
  });
  return found.length > 0;
}

/** How many of the workspace's records of one model match. */
export async function countRecords(
  context: Context,
  model: ListableModel,
  where?: Condition,
): Promise<number> {
  if (!isWhole(context)) {
    const { from, values } = seenRecords(context, model, where, undefined);
    const text = withoutPreparedName(`SELECT count(*)::int AS count ${from}`);
    const [row] = await context.db.$queryRawUnsafe<{ count: number }[]>(text, ...values);
    return row?.count ?? 0;
  }
  return delegate(context.db, model).count({
    where: { AND: [scope(context), toPrismaWhere(where)] },
  });
}

/**
 * How many children each of the parents has, from a position on where one is given, those without any left out: one grouped
 * statement for all of them.
 */
export async function countByParent(
  context: Context,
  model: ListableModel,
  parentColumn: string,
  parentIds: readonly (string | number)[],
  { where, from }: { where?: Condition | undefined; from?: KeysetPosition } = {},
): Promise<Map<string, number>> {
  if (!isWhole(context)) {
    const { from: records, values } = seenRecords(context, model, where, from);
    const ids = `$${values.push(JSON.stringify(parentIds.map(String)))}`;
    const parent = `t.${quoteIdentifier(parentColumn)}`;
    const text = `SELECT ${parent}::text AS id, count(*)::int AS count ${records}
      AND ${parent}::text IN (SELECT json_array_elements_text(${ids}::json)) GROUP BY ${parent}`;
    const rows = await context.db.$queryRawUnsafe<{ id: string; count: number }[]>(
      withoutPreparedName(text),
      ...values,
    );
    return new Map(rows.map(({ id, count: found }) => [id, found]));
  }
  const groups = await delegate(context.db, model).groupBy({
    by: [parentColumn],
    where: {
      AND: [
        scope(context),
        { [parentColumn]: { in: [...parentIds] } },
        toPrismaWhere(where),
        ...(from ? [afterPositionWhere(from, true)] : []),
      ],
    },
    _count: { _all: true },
  });
  return new Map(
    groups.map((group) => [String(group[parentColumn]), (group._count as { _all: number })._all]),
  );
}
