import type { SqlStatement } from '../database/statements/sql-statement.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { applyAccessPolicy } from '../platform/access-policies/policy-sql.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { auditRecordIdOf, isAuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import type { RecordReference } from '../platform/names/resolve-reference.ts';
import { deleteStatement } from './change-statements.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import type { EnsuredKind, EnsureOptions, NameToEnsure } from './ensure-names.ts';
import { ensureNames, ensureReference } from './ensure-names.ts';
import { canSkipReads, guard } from './guards.ts';
import { insertAll, insertMissing, insertReturning } from './insert-changes.ts';
import { lockRecord, lockRows, setLocked } from './lock-records.ts';
import type { Change, InsertedRow, Model, NewRow, Row } from './row-types.ts';
import type { ErrorMapping, TransactionContext } from './transaction-statements.ts';
import { flush, keyOf, queue, readBatch, requireWritable } from './transaction-statements.ts';
import { update, updateAll, updateAllReturning, updateById, updateEach } from './update-changes.ts';

export type { Change, InsertedRow, Model, NewRow, Row } from './row-types.ts';

/** Queued changes are sent in one round trip, with the next read or with COMMIT. */
interface UnitOfWork {
  insert<M extends Model>(model: M, row: NewRow<M>, errors?: ConstraintErrors): InsertedRow<M>;
  insertAll<M extends Model>(
    model: M,
    rows: readonly NewRow<M>[],
    errors?: ConstraintErrors,
  ): InsertedRow<M>[];
  /**
   * Queues an update of a locked row and returns the new row. Equal values queue nothing.
   * @throws TypeError if the transaction has not locked the row of an audited model
   */
  update<M extends Model>(
    model: M,
    row: Row<M>,
    change: Change<M>,
    errors?: ConstraintErrors,
  ): Row<M>;
  /**
   * Queues an update. It locks and reads the row first unless {@link canSkipReads}.
   * @throws ActionError record_not_found, version_mismatch
   */
  updateById<M extends Model & RecordType>(
    model: M,
    id: string,
    change: Change<M>,
    errors?: ConstraintErrors,
  ): Promise<void>;
  /** Updates immediately and returns the stored row. Use it if triggers compute values. */
  updateReturning<M extends Model>(model: M, row: Row<M>, change: Change<M>): Promise<Row<M>>;
  updateAllReturning<M extends Model>(
    model: M,
    rows: readonly Row<M>[],
    change: Change<M>,
  ): Promise<Row<M>[]>;
  updateAll<M extends Model>(model: M, rows: readonly Row<M>[], change: Change<M>): Row<M>[];
  /** {@link update} for several rows, each with its own values of the same columns, with one statement. */
  updateEach<M extends Model>(
    model: M,
    changes: readonly (readonly [row: Row<M>, change: Change<M>])[],
  ): void;
  /** {@link ensureReference} */
  ensure(
    kind: EnsuredKind,
    reference: RecordReference,
    options?: EnsureOptions,
  ): Promise<string | null>;
  /** {@link ensureNames} */
  ensureAll(
    kind: EnsuredKind,
    names: readonly NameToEnsure[],
    options?: EnsureOptions,
  ): Promise<string[]>;
  /** The transaction must have locked the rows. This is not checked. */
  delete<M extends Model>(model: M, rows: readonly Row<M>[], errorOf?: ErrorMapping): void;
  /** Omits rows that a unique constraint rejects. Returns the inserted ones. */
  insertMissing<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  /** Inserts immediately and returns the stored row. Use it if the database computes values. */
  insertReturning<M extends Model>(
    model: M,
    row: NewRow<M>,
    errors?: ConstraintErrors,
  ): Promise<Row<M>>;
  insertAllReturning<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  lockAll<M extends Model>(model: M, condition: Prisma.Sql): Promise<Row<M>[]>;
  /**
   * {@link lockRecord}
   * @throws ActionError record_not_found, version_mismatch
   */
  lock<M extends Model & (RecordType | 'User')>(
    model: M,
    id: string | number,
    given?: string | number,
    idField?: string,
  ): Promise<Row<M>>;
  /**
   * Sends the queued statements and then these, in one round trip. A statement after a lock sees the changes that the lock waited
   * for.
   */
  readAll(...statements: SqlStatement[]): Promise<unknown[][]>;
  /** Declares rows that {@link readAll} has locked. They must have all columns. */
  setLocked<M extends Model>(model: M, rows: readonly Row<M>[]): void;
  /** Queues a condition on rows that are not locked. If it fails, the command restarts. */
  guard(condition: Prisma.Sql): void;
  canSkipReads(): boolean;
  queue(statement: SqlStatement, errorOf?: ErrorMapping): void;
  flush(): Promise<void>;
}

export type WriteContext = TransactionContext & UnitOfWork;

export const unitOfWorkOf = (context: TransactionContext): WriteContext => ({
  ...context,
  insert: (model, row, errors) => insertAll(context, model, [row], errors)[0] as never,
  insertAll: (model, rows, errors) => insertAll(context, model, rows, errors),
  insertMissing: (model, rows) => insertMissing(context, model, rows) as Promise<never[]>,
  insertAllReturning: (model, rows) => insertReturning(context, model, rows) as Promise<never[]>,
  insertReturning: async (model, row, errors) =>
    (await insertReturning(context, model, [row], { errors }))[0] as never,
  ensure: (kind, reference, options) => ensureReference(context, kind, reference, options),
  ensureAll: (kind, names, options) => ensureNames(context, kind, names, options),
  update: (model, row, change, errors) => update(context, model, row, change, errors),
  updateAll: (model, rows, change) => updateAll(context, model, rows, change),
  updateEach: (model, changes) => updateEach(context, model, changes),
  updateById: (model, id, change, errors) => updateById(context, model, id, change, errors),
  updateReturning: async (model, row, change) =>
    (await updateAllReturning(context, model, [row], change))[0] ?? row,
  updateAllReturning: (model, rows, change) => updateAllReturning(context, model, rows, change),
  delete: (model, rows, errorOf) =>
    deleteRows(context, model, rows as readonly DatabaseRow[], errorOf),
  lock: (model, id, sentId, idField) => lockRecord(context, model, id, sentId, idField),
  lockAll: (model, condition) => lockRows(context, model, condition),
  setLocked: (model, rows) => setLocked(context, model, rows),
  readAll: (...statements) =>
    readBatch(
      context,
      statements.map((statement) => applyAccessPolicy(context.accountId, context.actor, statement)),
    ),
  guard: (condition) => guard(context, condition),
  canSkipReads: () => canSkipReads(context),
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
  const { changeCollector } = context;
  // The row of the caller may lack hidden columns.
  if (isAuditedModel(model))
    for (const row of rows)
      changeCollector.deleted(
        model,
        changeCollector.known(model, auditRecordIdOf(model, row)) ?? row,
      );
  const keys = rows.map((row) => keyOf(model, row));
  queue(context, deleteStatement(model, keys), errorOf);
}
