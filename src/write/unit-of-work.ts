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

/** The changes of one transaction. They are queued and sent in one round trip, with the next read or with COMMIT. */
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
   * Queues an update of a row that the transaction has locked, and returns the new row. Queues nothing if all values are equal.
   */
  update<M extends Model>(
    model: M,
    row: Row<M>,
    change: Change<M>,
    errors?: ConstraintErrors,
  ): Row<M>;
  /**
   * Queues an update of a row that was not read. It locks and reads the row first unless {@link canSkipReads}.
   * @throws ActionError record_not_found, version_mismatch
   */
  updateById<M extends Model & RecordType>(
    model: M,
    id: string,
    change: Change<M>,
    errors?: ConstraintErrors,
  ): Promise<void>;
  /** Updates a row immediately and returns the stored row. Use it if triggers compute values. */
  updateReturning<M extends Model>(model: M, row: Row<M>, change: Change<M>): Promise<Row<M>>;
  /** {@link updateReturning} for several rows that get the same values. */
  updateAllReturning<M extends Model>(
    model: M,
    rows: readonly Row<M>[],
    change: Change<M>,
  ): Promise<Row<M>[]>;
  /** {@link update} for several rows that get the same values, with one statement. */
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
  /** Queues the deletion of rows that the transaction has locked. */
  delete<M extends Model>(model: M, rows: readonly Row<M>[], errorOf?: ErrorMapping): void;
  /** Inserts rows immediately, except those that a unique constraint rejects, and returns the stored rows. */
  insertMissing<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  /** Inserts a row immediately and returns the stored row. Use it if the database assigns the key, or triggers compute values. */
  insertReturning<M extends Model>(
    model: M,
    row: NewRow<M>,
    errors?: ConstraintErrors,
  ): Promise<Row<M>>;
  /** {@link insertReturning} for several rows. */
  insertAllReturning<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  /** Reads and locks the rows of the workspace that meet a condition, in the order of their primary keys. */
  lockAll<M extends Model>(model: M, condition: Prisma.Sql): Promise<Row<M>[]>;
  /** Reads and locks a row: {@link lockRecord}. @throws ActionError record_not_found, version_mismatch */
  lock<M extends Model & (RecordType | 'User')>(
    model: M,
    id: string | number,
    given?: string | number,
    idField?: string,
  ): Promise<Row<M>>;
  /** Sends the queued statements and then these reads, in one round trip. A read sees rows that a previous one has locked as they are now. */
  readAll(...statements: SqlStatement[]): Promise<unknown[][]>;
  /** Declares rows that {@link readAll} has read with a lock and with all columns, so that {@link update} accepts them. */
  setLocked<M extends Model>(model: M, rows: readonly Row<M>[]): void;
  /** Queues a condition on rows that the command has not locked. If it does not hold when it is sent, the command restarts. */
  guard(condition: Prisma.Sql): void;
  /** Whether the command may skip reads, and leave them to {@link guard}. False after a restart. */
  canSkipReads(): boolean;
  /** Queues another statement. */
  queue(statement: SqlStatement, errorOf?: ErrorMapping): void;
  /** Sends the queued statements. */
  flush(): Promise<void>;
}

/** The context of a command in its transaction. */
export type WriteContext = TransactionContext & UnitOfWork;

/** Adds the unit of work to the context of a transaction. */
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
  lock: (model, id, given, idField) => lockRecord(context, model, id, given, idField),
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
  const { log } = context;
  // The locked row has all columns. The caller may not see all of them.
  if (isAuditedModel(model))
    for (const row of rows)
      log.deleted(model, log.known(model, auditRecordIdOf(model, row)) ?? row);
  const keys = rows.map((row) => keyOf(model, row));
  queue(context, deleteStatement(model, keys), errorOf);
}
