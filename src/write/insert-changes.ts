import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { isAuditedModel } from '../platform/audit-log/audited-columns.ts';
import { insertStatement } from './change-statements.ts';
import { columnsOf, newRowOf } from './column-values.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import { constraintErrorOf } from './constraint-errors.ts';
import type { InsertedRow, Model, NewRow } from './row-types.ts';
import type { TransactionContext } from './transaction-statements.ts';
import { queue, readBatch, requireWritable } from './transaction-statements.ts';

export function insertAll<M extends Model>(
  context: TransactionContext,
  model: M,
  requestedRows: readonly NewRow<M>[],
  errors: ConstraintErrors = {},
): InsertedRow<M>[] {
  requireWritable(context, model, 'create');
  const rows = toDatabaseRows(context, model, requestedRows);
  if (rows.length === 0) return [];
  if (isAuditedModel(model)) for (const row of rows) context.changeCollector.created(model, row);
  queue(context, insertStatement(model, rows), (error) => constraintErrorOf(errors, error));
  return rows as InsertedRow<M>[];
}

export async function insertReturning(
  context: TransactionContext,
  model: Model,
  requestedRows: readonly object[],
  { suffix = '', errors = {} }: { suffix?: string; errors?: ConstraintErrors | undefined } = {},
): Promise<DatabaseRow[]> {
  requireWritable(context, model, suffix === '' ? 'create' : 'createMany');
  const rows = toDatabaseRows(context, model, requestedRows, true);
  if (rows.length === 0) return [];
  const { text, values } = insertStatement(model, rows);
  const statement = { text: `${text} ${suffix} RETURNING *`, values };
  try {
    const [inserted = []] = await readBatch(context, [statement]);
    for (const row of inserted as DatabaseRow[])
      if (isAuditedModel(model)) context.changeCollector.created(model, row);
    return inserted as DatabaseRow[];
  } catch (error) {
    throw constraintErrorOf(errors, error);
  }
}

export const insertMissing = (
  context: TransactionContext,
  model: Model,
  rows: readonly object[],
): Promise<DatabaseRow[]> =>
  insertReturning(context, model, rows, { suffix: 'ON CONFLICT DO NOTHING' });

/** @throws TypeError if the database computes a value and the insertion does not return it */
function toDatabaseRows(
  context: TransactionContext,
  model: Model,
  requestedRows: readonly object[],
  returnsStoredRows = false,
): DatabaseRow[] {
  const columns = Object.entries(columnsOf(model));
  const computedColumns = columns.flatMap(([name, { isSetByDatabase }]) =>
    isSetByDatabase && !timestamps.includes(name) ? name : [],
  );
  const workspaceColumn = 'accountId' in columnsOf(model) ? { accountId: context.accountId } : {};
  return requestedRows.map((requestedRow) => {
    const row = newRowOf(model, { ...workspaceColumn, ...requestedRow });
    const missingColumn = returnsStoredRows
      ? undefined
      : computedColumns.find((name) => row[name] === undefined);
    if (missingColumn) throw new TypeError(`A new ${model} needs its ${missingColumn}.`);
    return row;
  });
}

const timestamps = ['createdAt', 'updatedAt'];
