import type { SqlStatement } from '../database/statements/sql-statement.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { auditRecordIdOf, isAuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import { deleteStatement, lockStatement } from './change-statements.ts';
import { primaryKeyOf } from './column-values.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import { insertAll, insertReturning } from './insert-changes.ts';
import { lockRecord } from './lock-records.ts';
import type { Change, InsertedRow, Model, NewRow, Row } from './row-types.ts';
import type { ErrorMapping, TransactionContext } from './transaction-statements.ts';
import { flush, keyOf, queue, readBatch, requireWritable } from './transaction-statements.ts';
import { update, updateAll, updateAllReturning, updateById } from './update-changes.ts';

export type { Change, InsertedRow, Model, NewRow, Row } from './row-types.ts';

/** The changes of one transaction. They are queued, and sent with the next read or with COMMIT in one round trip. */
interface UnitOfWork {
  /** Queues an insertion and returns the row. */
  insert<M extends Model>(model: M, row: NewRow<M>, errors?: ConstraintErrors): InsertedRow<M>;
  /** {@link insert} for several rows, with one statement. */
  insertAll<M extends Model>(
    model: M,
    rows: readonly NewRow<M>[],
    errors?: ConstraintErrors,
  ): InsertedRow<M>[];
  /**
   * Queues an update of a row that the transaction has locked, and returns the row as it will be. Equal values change nothing.
   */
  update<M extends Model>(
    model: M,
    row: Row<M>,
    change: Change<M>,
    errors?: ConstraintErrors,
  ): Row<M>;
  /**
   * Queues an update of a row that was not read. The row is locked first only if that is needed: to look at its version, for callers that
   * see a part of the workspace, or after another change.
   * @throws ActionError record_not_found, version_mismatch; the first perhaps only when the update is sent
   */
  updateById<M extends Model & RecordType>(
    model: M,
    id: string,
    change: Change<M>,
    errors?: ConstraintErrors,
  ): Promise<void>;
  /** {@link update} at once, with the row as the database made it: if its triggers compute values. */
  updateReturning<M extends Model>(model: M, row: Row<M>, change: Change<M>): Promise<Row<M>>;
  /** {@link updateReturning} for several rows that get the same values. */
  updateAllReturning<M extends Model>(
    model: M,
    rows: readonly Row<M>[],
    change: Change<M>,
  ): Promise<Row<M>[]>;
  /** {@link update} for several rows that get the same values, with one statement. */
  updateAll<M extends Model>(model: M, rows: readonly Row<M>[], change: Change<M>): Row<M>[];
  /** Queues the deletion of rows that the transaction has locked. */
  delete<M extends Model>(model: M, rows: readonly Row<M>[], errorOf?: ErrorMapping): void;
  /** Inserts at once the rows that no unique constraint excludes, and returns them as the database made them. */
  insertMissing<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  /** Inserts a row at once and returns it as the database made it: if it assigns the key, or its triggers compute values. */
  insertReturning<M extends Model>(
    model: M,
    row: NewRow<M>,
    errors?: ConstraintErrors,
  ): Promise<Row<M>>;
  /** {@link insertReturning} for several rows. */
  insertAllReturning<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  /** Reads and locks the rows of the workspace that meet a condition, in the order of their keys. */
  lockAll<M extends Model>(model: M, condition: Prisma.Sql): Promise<Row<M>[]>;
  /** @throws ActionError record_not_found, version_mismatch */
  lock<M extends Model & (RecordType | 'User')>(
    model: M,
    id: string | number,
    given?: string | number,
    idField?: string,
  ): Promise<Row<M>>;
  /** Sends reads in one round trip, with what is queued. Locks that they take hold for those that follow. */
  readAll(...statements: Prisma.Sql[]): Promise<unknown[][]>;
  /** Declares that whole rows were read with a lock. */
  setLocked<M extends Model>(model: M, rows: readonly Row<M>[]): void;
  /** Queues another statement. */
  queue(statement: SqlStatement, errorOf?: ErrorMapping): void;
  /** Sends what is queued. */
  flush(): Promise<void>;
}

/** The context of a command, in its transaction. */
export type WriteContext = TransactionContext & UnitOfWork;

/** The unit of work of a context in its transaction. */
export const unitOfWorkOf = (context: TransactionContext): WriteContext => ({
  ...context,
  insert: (model, row, errors) => insertAll(context, model, [row], errors)[0] as never,
  insertAll: (model, rows, errors) => insertAll(context, model, rows, errors),
  insertMissing: (model, rows) =>
    insertReturning(context, model, rows, { ending: 'ON CONFLICT DO NOTHING' }) as Promise<never[]>,
  insertAllReturning: (model, rows) => insertReturning(context, model, rows) as Promise<never[]>,
  insertReturning: async (model, row, errors) =>
    (await insertReturning(context, model, [row], { errors }))[0] as never,
  update: (model, row, change, errors) => update(context, model, row, change, errors),
  updateAll: (model, rows, change) => updateAll(context, model, rows, change),
  updateById: (model, id, change, errors) => updateById(context, model, id, change, errors),
  updateReturning: async (model, row, change) =>
    (await updateAllReturning(context, model, [row], change))[0] ?? row,
  updateAllReturning: (model, rows, change) => updateAllReturning(context, model, rows, change),
  delete: (model, rows, errorOf) =>
    deleteRows(context, model, rows as readonly DatabaseRow[], errorOf),
  lock: (model, id, given, idField) => lockRecord(context, model, id, given, idField),
  lockAll: (model, condition) => lockAll(context, model, condition),
  setLocked: (model, rows) => setLocked(context, model, rows as readonly DatabaseRow[]),
  readAll: (...statements) => readBatch(context, statements),
  queue: (statement, errorOf) => queue(context, statement, errorOf),
  flush: () => flush(context),
});

function deleteRows(
  context: TransactionContext,
  model: Model,
  rows: readonly DatabaseRow[],
  errorOf?: ErrorMapping,
): void {
  if (rows.length === 0) return;
  requireWritable(context, model, 'deleteMany');
  const { log } = context;
  // The row as it was locked: the caller may not see all columns.
  if (isAuditedModel(model))
    for (const row of rows)
      log.deleted(model, log.known(model, auditRecordIdOf(model, row)) ?? row);
  const keys = rows.map((row) => keyOf(model, row));
  queue(context, deleteStatement(model, keys), errorOf);
}

function setLocked({ log }: TransactionContext, model: Model, rows: readonly DatabaseRow[]): void {
  if (isAuditedModel(model)) for (const row of rows) log.read(model, row);
}

async function lockAll<M extends Model>(
  context: TransactionContext,
  model: M,
  condition: Prisma.Sql,
): Promise<Row<M>[]> {
  const lock = lockStatement(model, context.accountId, condition);
  const [found = []] = await readBatch(context, [lock]);
  const rows = await visibleRows(context, model, found as DatabaseRow[]);
  setLocked(context, model, rows);
  return rows as Row<M>[];
}

/** The rows that the caller may see: what a part of the workspace shows of a table cannot be locked. */
async function visibleRows(
  { accountId, actor, db }: TransactionContext,
  model: Model,
  rows: readonly DatabaseRow[],
): Promise<readonly DatabaseRow[]> {
  if (rows.length === 0 || restrictedAccessKindOf(actor) === undefined) return rows;
  const [name = 'id'] = primaryKeyOf(model).filter((column) => column !== 'accountId');
  const keys = rows.map((row) => row[name]);
  const seen = await db.$queryRawUnsafe<DatabaseRow[]>(
    `SELECT "${name}" AS key FROM "${model}" WHERE "accountId" = $1 AND "${name}" = ANY ($2)`,
    accountId,
    keys,
  );
  const visible = new Set(seen.map(({ key }) => key));
  return rows.filter((row) => visible.has(row[name]));
}
