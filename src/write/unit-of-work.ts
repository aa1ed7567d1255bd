import type { Db } from '../database/client/db.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import {
  discardQueue,
  flushQueue,
  queueStatement,
  sendTogether,
  sendWithCommit,
} from '../database/transactions/transactions.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import { writableModels } from '../platform/access-policies/row-filters.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { auditRecordIdOf, isAuditedModel, primaryKeyColumnsOf } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { auditEntryParameters } from '../platform/audit-log/write-entries.ts';
import type { Context } from '../platform/context/context.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { notForRoleError, restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { unauditedClient } from './audited-client.ts';
import {
  deleteStatement,
  insertStatement,
  rowMissing,
  updateStatement,
  updateUnreadStatements,
} from './change-statements.ts';
import { areEqualValues, columnsOf, newRowOf, storedValuesOf } from './column-values.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import { constraintErrorOf } from './constraint-errors.ts';
import { lockRecord } from './lock-records.ts';
import { isVersionExpected } from './optimistic-locking.ts';

type Models = Prisma.TypeMap['model'];
export type Model = keyof Models & AuditedModel;

/** A row as Prisma reads it. */
export type Row<M extends Model> = Models[M]['payload']['scalars'];

type GivenRow<M extends Model> = Extract<
  Models[M]['operations']['createMany']['args']['data'],
  readonly unknown[]
>[number];

type SetByWriter = 'accountId' | 'createdAt' | 'updatedAt' | 'version';

/** The columns of a new row: Prisma's input, without those that the write module sets. */
export type NewRow<M extends Model> = Omit<GivenRow<M>, SetByWriter>;

/** The columns that an update sets. Undefined ones keep their value. */
export type Change<M extends Model> = {
  readonly [Name in Exclude<keyof GivenRow<M>, SetByWriter>]?: GivenRow<M>[Name] | undefined;
};

/** The changes of one transaction. They are queued, and sent with the next read or with COMMIT in one round trip. */
export interface UnitOfWork {
  /** Queues an insertion and returns the row, without the values that the database computes. */
  insert<M extends Model>(model: M, row: NewRow<M>, errors?: ConstraintErrors): Row<M>;
  /** {@link insert} for several rows, with one statement. */
  insertAll<M extends Model>(model: M, rows: readonly NewRow<M>[], errors?: ConstraintErrors): Row<M>[];
  /**
   * Queues an update of a row that the transaction has locked, and returns the row as it will be. Equal values change nothing.
   */
  update<M extends Model>(model: M, row: Row<M>, change: Change<M>, errors?: ConstraintErrors): Row<M>;
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
  /** Queues the deletion of a row that the transaction has locked. */
  delete<M extends Model>(model: M, row: Row<M>, errorOf?: (error: unknown) => unknown): void;
  /** @throws ActionError record_not_found, version_mismatch */
  lock<M extends Model & (RecordType | 'User')>(
    model: M,
    id: string | number,
    given?: string | number,
    idField?: string,
  ): Promise<Row<M>>;
  /** Sends reads in one round trip, with what is queued. Locks that they take hold for those that follow. */
  readAll(...statements: Prisma.Sql[]): Promise<unknown[][]>;
  /** Queues another statement. */
  queue(statement: Prisma.Sql, errorOf?: (error: unknown) => unknown): void;
  /** Sends what is queued. */
  flush(): Promise<void>;
}

/** The context of a command, in its transaction. */
export type WriteContext = Context & { log: ChangeCollector } & UnitOfWork;

const asThrown = (error: unknown) => error;

/** The client of the transaction, as it was opened. */
export const openedClientOf = ({ db }: Pick<Context, 'db'>): Db =>
  unauditedClient(unfilteredClient(db));

/** Statements that are sent with COMMIT, and whose rows are given to `told` then. */
export const readWithCommit = (
  context: Context,
  statement: { text: string; values: readonly unknown[] },
  told: (rows: readonly unknown[]) => void,
): void =>
  sendWithCommit(
    openedClientOf(context),
    { text: statement.text, values: [...statement.values] },
    told,
  );

/** Forgets what is queued, before the transaction goes back to a savepoint. */
export const discardQueued = (context: Context): void => discardQueue(openedClientOf(context));

/** The unit of work of a context in its transaction. */
export function unitOfWorkOf(context: Context & { log: ChangeCollector }): WriteContext {
  const { accountId, log } = context;
  const opened = openedClientOf(context);
  const queue = (
    { text, values }: { text: string; values: readonly unknown[] },
    errorOf: (error: unknown) => unknown = asThrown,
  ) => queueStatement(opened, { text, values: [...values] }, errorOf);
  const keyOf = (model: Model, row: DatabaseRow): DatabaseRow => {
    const names = ['accountId', ...primaryKeyColumnsOf(model)];
    return Object.fromEntries(names.map((name) => [name, row[name]]));
  };
  const errorFor = (errors: ConstraintErrors) => (error: unknown) =>
    constraintErrorOf(errors, error);

  const insertAll: UnitOfWork['insertAll'] = (model, given, errors = {}) => {
    requireWritable(context, model);
    const rows = given.map((one) => newRowOf(model, { accountId, ...one }));
    if (rows.length === 0) return [];
    for (const row of rows) log.created(model, row);
    queue(insertStatement(model, rows.map((row) => withoutComputed(model, row))), errorFor(errors));
    return rows as Row<typeof model>[];
  };

  const update: UnitOfWork['update'] = (model, row, change, errors = {}) => {
    requireWritable(context, model);
    const known = log.known(model, auditRecordIdOf(model, row as DatabaseRow));
    if (!known) throw new TypeError(`${model} was not locked before its update.`);
    const stored = storedValuesOf(model, change);
    const names = Object.keys(stored);
    if (names.every((name) => areEqualValues(known[name], stored[name]))) return row;
    const { version } = known as { version: number };
    const after = { ...known, ...stored, version: version + 1 };
    log.updated(model, after);
    queue(updateStatement(model, keyOf(model, known), stored), errorFor(errors));
    return { ...row, ...stored, version: version + 1 };
  };

  const lock: UnitOfWork['lock'] = (model, id, given, idField) =>
    lockRecord(context, model, id, given, idField);

  const updateById: UnitOfWork['updateById'] = async (model, id, change, errors = {}) => {
    const isAlone = log.size === 0 && !log.hasStagedEntries && !log.mayRepeat;
    const isUnread =
      isAlone &&
      restrictedAccessKindOf(context.actor) === undefined &&
      !isVersionExpected(context, model, id) &&
      !isCitusClient(opened);
    const stored = storedValuesOf(model, change);
    if (!isUnread || Object.keys(stored).length === 0) {
      update(model, await lock(model, id), change, errors);
      return;
    }
    log.hasStagedEntries = true;
    const audit = auditEntryParameters(auditAuthorOf(context));
    const [first, second] = updateUnreadStatements(model, { accountId, id }, stored, audit);
    queue(first);
    queue(second, (error) =>
      String((error as Error).message).includes(rowMissing)
        ? recordNotFoundError(model, id)
        : constraintErrorOf(errors, error),
    );
  };

  return {
    ...context,
    insert: (model, row, errors) => insertAll(model, [row], errors)[0] as never,
    insertAll,
    update,
    updateById,
    lock,
    delete: (model, row, errorOf) => {
      requireWritable(context, model);
      log.deleted(model, row as DatabaseRow);
      queue(deleteStatement(model, keyOf(model, row as DatabaseRow)), errorOf);
    },
    readAll: (...statements) => sendTogether(opened, statements),
    queue,
    flush: () => flushQueue(opened),
  };
}

/** @throws ActionError not_for_role if the caller sees a part of the workspace and may not write the model */
function requireWritable({ actor }: Pick<Context, 'actor'>, model: Model): void {
  const kind = restrictedAccessKindOf(actor);
  if (kind !== undefined && writableModels[kind][model] === undefined) throw notForRoleError(kind);
}

/** @throws TypeError if an audited value is only known after the insertion */
function withoutComputed(model: Model, row: DatabaseRow): DatabaseRow {
  const given: Record<string, unknown> = {};
  for (const [name, { isSetByDatabase }] of Object.entries(columnsOf(model))) {
    if (row[name] !== undefined) given[name] = row[name];
    else if (!isSetByDatabase || !['createdAt', 'updatedAt'].includes(name))
      throw new TypeError(`A new ${model} needs its ${name}.`);
  }
  return given;
}
