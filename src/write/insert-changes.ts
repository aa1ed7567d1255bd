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
  given: readonly NewRow<M>[],
  errors: ConstraintErrors = {},
): InsertedRow<M>[] {
  requireWritable(context, model, 'create');
  const rows = newRows(context, model, given);
  if (rows.length === 0) return [];
  if (isAuditedModel(model)) for (const row of rows) context.log.created(model, row);
  queue(context, insertStatement(model, rows), (error) => constraintErrorOf(errors, error));
  return rows as InsertedRow<M>[];
}

export async function insertReturning(
  context: TransactionContext,
  model: Model,
  given: readonly object[],
  { ending = '', errors = {} }: { ending?: string; errors?: ConstraintErrors | undefined } = {},
): Promise<DatabaseRow[]> {
  requireWritable(context, model, ending === '' ? 'create' : 'createMany');
  const rows = newRows(context, model, given, true);
  if (rows.length === 0) return [];
  const { text, values } = insertStatement(model, rows);
  const statement = { text: `${text} ${ending} RETURNING *`, values };
  try {
    const [inserted = []] = await readBatch(context, [statement]);
    for (const row of inserted as DatabaseRow[])
      if (isAuditedModel(model)) context.log.created(model, row);
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
  insertReturning(context, model, rows, { ending: 'ON CONFLICT DO NOTHING' });

/** @throws TypeError if the database computes a value and the insertion does not return it */
function newRows(
  context: TransactionContext,
  model: Model,
  given: readonly object[],
  returnsStoredRows = false,
): DatabaseRow[] {
  const columns = Object.entries(columnsOf(model));
  const computed = columns.flatMap(([name, { isSetByDatabase }]) =>
    isSetByDatabase && !timestamps.includes(name) ? name : [],
  );
  const workspace = 'accountId' in columnsOf(model) ? { accountId: context.accountId } : {};
  return given.map((one) => {
    const row = newRowOf(model, { ...workspace, ...one });
    const missing = returnsStoredRows
      ? undefined
      : computed.find((name) => row[name] === undefined);
    if (missing) throw new TypeError(`A new ${model} needs its ${missing}.`);
    return row;
  });
}

const timestamps = ['createdAt', 'updatedAt'];
