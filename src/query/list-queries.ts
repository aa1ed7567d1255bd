import { withoutName } from '../database/statements/prepared-statement-names.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Context, Db } from '../platform/context/context.ts';
import { wholeDb } from '../platform/access-policies/policy-client.ts';
import type { SignInModel } from '../database/models/global-models.ts';
import { prismaWhere } from './prisma-conditions.ts';
import type { Condition } from './conditions.ts';
import { conditionSql, inWorkspace, quoted } from './conditions.ts';
import type { OrderColumn, Position } from './keyset-pagination.ts';
import { behindSql, behindWhere } from './keyset-pagination.ts';

/**
 * Every model that the doors can list: all but the workspace itself, what is part of it, what processes note for one
 * another, and who signs in.
 */
export type ListedModel = Exclude<
  Prisma.ModelName,
  | 'Workspace'
  | 'WorkspaceLogo'
  | 'IssuedDocument'
  | 'CreditNoteDocument'
  | 'SellerLogo'
  | 'ChangeListener'
  | 'KeptAnswer'
  | SignInModel
>;

/** The column that no two records of a model in a workspace have in common: lists are ordered by it in the end. */
export const lastColumnOf = (model: ListedModel): 'id' | 'place' =>
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
  model: ListedModel,
  where: Condition | undefined,
  from: Position | undefined,
) {
  const values: unknown[] = [accountId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    inWorkspace('t'),
    ...(where ? [conditionSql(where, 't', parameter)] : []),
    ...(from ? [behindSql(from, 't', ({ value }) => parameter(value), true)] : []),
  ];
  return { from: `FROM ${quoted(model)} t WHERE ${conditions.join(' AND ')}`, values };
}

const isWhole = ({ db }: Context) => wholeDb(db) === db;

/** Whether the workspace has a record that a condition holds for, where a list goes on behind a position or begins with it. */
export async function existsFrom(
  context: Context,
  model: ListedModel,
  where: Condition | undefined,
  position: Position,
): Promise<boolean> {
  if (!isWhole(context)) {
    const { from, values } = seenRecords(context, model, where, position);
    const text = withoutName(`SELECT 1 AS found ${from} LIMIT 1`);
    return (await context.db.$queryRawUnsafe<object[]>(text, ...values)).length > 0;
  }
  const found = await delegate(context.db, model).findMany({
    where: { AND: [scope(context), prismaWhere(where), behindWhere(position, true)] },
    orderBy: prismaOrder(position),
    select: { [lastColumnOf(model)]: true },
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
  if (!isWhole(context)) {
    const { from, values } = seenRecords(context, model, where, undefined);
    const text = withoutName(`SELECT count(*)::int AS count ${from}`);
    const [row] = await context.db.$queryRawUnsafe<{ count: number }[]>(text, ...values);
    return row?.count ?? 0;
  }
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
  if (!isWhole(context)) {
    const { from: records, values } = seenRecords(context, model, where, from);
    const ids = `$${values.push(JSON.stringify(parentIds.map(String)))}`;
    const parent = `t.${quoted(parentColumn)}`;
    const text = `SELECT ${parent}::text AS id, count(*)::int AS count ${records}
      AND ${parent}::text IN (SELECT json_array_elements_text(${ids}::json)) GROUP BY ${parent}`;
    const rows = await context.db.$queryRawUnsafe<{ id: string; count: number }[]>(
      withoutName(text),
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
