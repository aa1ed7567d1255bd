import type { GlobalModel } from '../database/models/global-models.ts';
import { withoutPreparedName } from '../database/statements/prepared-statement-names.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Context } from '../platform/context/context.ts';
import { hasGenericPlan } from './condition-properties.ts';
import type { Condition } from './conditions.ts';
import { conditionSql, quoteIdentifier, workspaceConditionSql } from './conditions.ts';
import type { KeysetPosition } from './keyset-pagination.ts';
import { afterPositionSql } from './keyset-pagination.ts';
import { queryRecords, tableSql } from './record-tables.ts';

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

/** The source of some records of one model in SQL. The workspace is the first value. */
function recordsSql(
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
  return { from: `FROM ${tableSql(model)} t WHERE ${conditions.join(' AND ')}`, values };
}

const prepared = (text: string, where: Condition | undefined) =>
  where === undefined || hasGenericPlan(where) ? text : withoutPreparedName(text);

/** Whether the workspace has a record that a condition holds for, where a list goes on behind a position or begins with it. */
export async function existsFromPosition(
  context: Context,
  model: ListableModel,
  where: Condition | undefined,
  position: KeysetPosition,
): Promise<boolean> {
  const { from, values } = recordsSql(context, model, where, position);
  const text = prepared(`SELECT 1 AS found ${from} LIMIT 1`, where);
  return (await queryRecords(context, text, values)).length > 0;
}

/** How many of the workspace's records of one model match. */
export async function countRecords(
  context: Context,
  model: ListableModel,
  where?: Condition,
): Promise<number> {
  const { from, values } = recordsSql(context, model, where, undefined);
  const text = prepared(`SELECT count(*)::int AS count ${from}`, where);
  const [row] = await queryRecords<{ count: number }>(context, text, values);
  return row?.count ?? 0;
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
  const { from: records, values } = recordsSql(context, model, where, from);
  const ids = `$${values.push(JSON.stringify(parentIds))}`;
  const parent = `t.${quoteIdentifier(parentColumn)}`;
  // The ids get the column's type: no index serves a column that is cast.
  const type = typeof parentIds[0] === 'number' ? 'int' : 'text';
  const text = `SELECT ${parent}::text AS id, count(*)::int AS count ${records}
    AND ${parent} IN (SELECT value::${type} FROM json_array_elements_text(${ids}::json)) GROUP BY ${parent}`;
  const rows = await queryRecords<{ id: string; count: number }>(
    context,
    prepared(text, where),
    values,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
