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

export type ListableModel = Exclude<
  Prisma.ModelName,
  | 'Workspace'
  | 'WorkspaceLogo'
  | 'IssuedDocument'
  | 'CreditNoteDocument'
  | 'EInvoiceDocument'
  | 'SellerLogo'
  | 'ChangeListener'
  | 'KeptAnswer'
  | 'WebhookCursor'
  | 'WebhookRetry'
  | 'WebhookSecret'
  | GlobalModel
>;

/** Makes the order of a list total. */
export const tieBreakerColumnOf = (model: ListableModel): 'id' | 'place' =>
  model === 'LogEntry' ? 'place' : 'id';

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

const withPreparedNameIfGeneric = (text: string, where: Condition | undefined) =>
  where === undefined || hasGenericPlan(where) ? text : withoutPreparedName(text);

/** At or after the position. */
export async function existsFromPosition(
  context: Context,
  model: ListableModel,
  where: Condition | undefined,
  position: KeysetPosition,
): Promise<boolean> {
  const { from, values } = recordsSql(context, model, where, position);
  const text = withPreparedNameIfGeneric(`SELECT 1 AS found ${from} LIMIT 1`, where);
  return (await queryRecords(context, text, values)).length > 0;
}

export async function countRecords(
  context: Context,
  model: ListableModel,
  where?: Condition,
): Promise<number> {
  const { from, values } = recordsSql(context, model, where, undefined);
  const text = withPreparedNameIfGeneric(`SELECT count(*)::int AS count ${from}`, where);
  const [row] = await queryRecords<{ count: number }>(context, text, values);
  return row?.count ?? 0;
}

/** One statement. Omits parents without children. */
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
  // A cast on the column would disable the index.
  const type = typeof parentIds[0] === 'number' ? 'int' : 'text';
  const text = `SELECT ${parent}::text AS id, count(*)::int AS count ${records}
    AND ${parent} IN (SELECT value::${type} FROM json_array_elements_text(${ids}::json)) GROUP BY ${parent}`;
  const rows = await queryRecords<{ id: string; count: number }>(
    context,
    withPreparedNameIfGeneric(text, where),
    values,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
