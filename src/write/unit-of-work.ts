import type { Db } from '../database/client/db.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import type { SqlStatement } from '../database/statements/sql-statement.ts';
import {
  discardQueue,
  flushQueue,
  queueStatement,
  sendTogether,
  sendWithCommit,
} from '../database/transactions/transactions.ts';
import type { Invoice, Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import { writableModels } from '../platform/access-policies/row-filters.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { auditRecordIdOf, isAuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { auditEntryParameters } from '../platform/audit-log/write-entries.ts';
import type { Context } from '../platform/context/context.ts';
import type { PendingVersionCheck } from '../platform/context/write-state.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { RecordModel } from '../platform/ids/permission-areas.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { notForRoleError, restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import { UnexplainedConstraintError } from '../platform/records/constraint-errors.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { unauditedClient } from './audited-client.ts';
import {
  deleteStatement,
  insertStatement,
  lockStatement,
  rowMissing,
  updateAllStatement,
  updateStatement,
  updateUnreadStatements,
} from './change-statements.ts';
import {
  areEqualValues,
  columnsOf,
  newRowOf,
  primaryKeyOf,
  storedValuesOf,
} from './column-values.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import { constraintErrorOf } from './constraint-errors.ts';
import { withIssuedSnapshot } from './issued-snapshot.ts';
import { lockRecord } from './lock-records.ts';
import { acceptedVersions, isVersionExpected } from './optimistic-locking.ts';

type Models = Prisma.TypeMap['model'];
export type Model = keyof Models;

/** A row as Prisma reads it. */
export type Row<M extends Model> = Models[M]['payload']['scalars'];

type GivenRow<M extends Model> = Extract<
  Models[M]['operations']['createMany']['args']['data'],
  readonly unknown[]
>[number];

type SetByWriter = 'accountId' | 'createdAt' | 'updatedAt' | 'version';

/** A row that was inserted: the database computes the others with COMMIT. */
export type InsertedRow<M extends Model> = Omit<Row<M>, 'createdAt' | 'updatedAt'>;

/** The columns of a new row: Prisma's input, without those that the write module sets. */
export type NewRow<M extends Model> = Omit<GivenRow<M>, SetByWriter>;

/** The columns that an update sets. Undefined ones keep their value. The version is set by `nextVersion` only. */
export type Change<M extends Model> = {
  readonly [Name in Exclude<keyof GivenRow<M>, Exclude<SetByWriter, 'version'>>]?:
    | GivenRow<M>[Name]
    | undefined;
};

/** The changes of one transaction. They are queued, and sent with the next read or with COMMIT in one round trip. */
export interface UnitOfWork {
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
  /** {@link update} for several rows that get the same values, with one statement. */
  updateAll<M extends Model>(model: M, rows: readonly Row<M>[], change: Change<M>): Row<M>[];
  /** Queues the deletion of rows that the transaction has locked. */
  delete<M extends Model>(
    model: M,
    rows: readonly Row<M>[],
    errorOf?: (error: unknown) => unknown,
  ): void;
  /** Inserts at once the rows that no unique constraint excludes, and returns them as the database made them. */
  insertMissing<M extends Model>(model: M, rows: readonly NewRow<M>[]): Promise<Row<M>[]>;
  /** Inserts a row at once and returns it as the database made it: for keys that the database assigns. */
  insertReturning<M extends Model>(
    model: M,
    row: NewRow<M>,
    errors?: ConstraintErrors,
  ): Promise<Row<M>>;
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
  queue(statement: SqlStatement, errorOf?: (error: unknown) => unknown): void;
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
  const { log } = context;
  const opened = openedClientOf(context);
  const queue: UnitOfWork['queue'] = ({ text, values }, errorOf = asThrown) =>
    queueStatement(opened, { text, values: [...values] }, errorOf);
  const lock: UnitOfWork['lock'] = (model, id, given, idField) =>
    lockRecord(context, model, id, given, idField);

  const insertAll: UnitOfWork['insertAll'] = (model, given, errors = {}) => {
    requireWritable(context, model, 'create');
    const rows = newRows(context, model, given);
    if (rows.length === 0) return [];
    if (isAuditedModel(model)) for (const row of rows) log.created(model, row);
    queue(insertStatement(model, rows), (error) => constraintErrorOf(errors, error));
    return rows as InsertedRow<typeof model>[];
  };

  const insertNow = async (
    model: Model,
    given: readonly object[],
    ending: string,
    errors: ConstraintErrors = {},
  ): Promise<DatabaseRow[]> => {
    const rows = newRows(context, model, given, true);
    if (rows.length === 0) return [];
    const { text, values } = insertStatement(model, rows);
    try {
      const statement = { text: `${text} ${ending} RETURNING *`, values: [...values] };
      const [inserted = []] = await sendTogether(opened, [statement]);
      for (const row of inserted as DatabaseRow[])
        if (isAuditedModel(model)) log.created(model, row);
      return inserted as DatabaseRow[];
    } catch (error) {
      throw constraintErrorOf(errors, error);
    }
  };

  const update: UnitOfWork['update'] = (model, row, change, errors = {}) => {
    const changed = changedRow(context, model, row as DatabaseRow, change);
    if (!changed) return row;
    const { key, stored } = changed;
    queue(updateStatement(model, key, stored), (error) => constraintErrorOf(errors, error));
    return { ...row, ...changed.after } as typeof row;
  };

  const updateById: UnitOfWork['updateById'] = async (model, id, change, errors = {}) => {
    const stored = storedValuesOf(model, change);
    const isUnread =
      Object.keys(stored).length > 0 &&
      log.size === 0 &&
      !(log.hasStagedEntries || log.mayRepeat) &&
      restrictedAccessKindOf(context.actor) === undefined &&
      !isCitusClient(opened);
    if (!(isUnread && isAuditedModel(model))) {
      const row = await lockRecord<Row<typeof model>>(context, model, id);
      update(model, row, change, errors);
      return;
    }
    log.hasStagedEntries = true;
    const { versionCheck } = context;
    const isExpected = versionCheck && isVersionExpected(context, model as RecordType, id);
    if (isExpected) versionCheck.isChecked = true;
    const [first, second] = updateUnreadStatements(model, {
      key: { accountId: context.accountId, id },
      change: stored,
      audit: auditEntryParameters(auditAuthorOf(context)),
      ...(isExpected && { versions: acceptedVersions(versionCheck) }),
    });
    queue(first);
    queue(second, (error) =>
      String((error as Error).message).includes(rowMissing)
        ? new UnexplainedConstraintError(
            (again) => missingRowError(again as Context, model as RecordType, id, versionCheck),
            error,
          )
        : constraintErrorOf(errors, error),
    );
  };

  const setLocked: UnitOfWork['setLocked'] = (model, rows) => {
    if (isAuditedModel(model)) for (const row of rows) log.read(model, row as DatabaseRow);
  };

  const updateReturning: UnitOfWork['updateReturning'] = async (model, row, change) => {
    const changed = changedRow(context, model, row as DatabaseRow, change);
    if (!changed) return row;
    const { text, values } = updateStatement(model, changed.key, changed.stored);
    const statement = { text: `${text} RETURNING *`, values: [...values] };
    const [rows = []] = await sendTogether(opened, [statement]);
    const [after] =
      model === 'Invoice'
        ? await withIssuedSnapshot(opened, context.accountId, rows as Invoice[])
        : (rows as DatabaseRow[]);
    if (isAuditedModel(model)) log.replace(model, after as DatabaseRow);
    return after as typeof row;
  };

  return {
    ...context,
    updateReturning,
    insert: (model, row, errors) => insertAll(model, [row], errors)[0] as never,
    insertAll,
    insertMissing: async (model, rows) => {
      requireWritable(context, model, 'createMany');
      return (await insertNow(model, rows, 'ON CONFLICT DO NOTHING')) as never;
    },
    insertReturning: async (model, row, errors) => {
      requireWritable(context, model, 'create');
      return (await insertNow(model, [row], '', errors))[0] as never;
    },
    update,
    updateById,
    updateAll: (model, rows, change) => {
      const changes = rows.map((row) => changedRow(context, model, row as DatabaseRow, change));
      const keys = changes.flatMap((changed): DatabaseRow[] => (changed ? [changed.key] : []));
      const stored = changes.find((changed) => changed)?.stored;
      if (stored) queue(updateAllStatement(model, keys, stored));
      return rows.map((row, index) => ({ ...row, ...changes[index]?.after }) as typeof row);
    },
    lock,
    lockAll: async (model, condition) => {
      const [found = []] = await sendTogether(opened, [
        lockStatement(model, context.accountId, condition),
      ]);
      setLocked(model, found as never);
      return found as never;
    },
    setLocked,
    delete: (model, rows, errorOf) => {
      if (rows.length === 0) return;
      requireWritable(context, model, 'deleteMany');
      if (isAuditedModel(model))
        for (const row of rows as readonly DatabaseRow[]) {
          // The row as it was locked: the caller may not see all columns.
          log.deleted(model, log.known(model, auditRecordIdOf(model, row)) ?? row);
        }
      queue(
        deleteStatement(
          model,
          rows.map((row) => keyOf(model, row as DatabaseRow)),
        ),
        errorOf,
      );
    },
    readAll: (...statements) => sendTogether(opened, statements),
    queue,
    flush: () => flushQueue(opened),
  };
}

/** Why an update found no row: there is none, or it has another version. */
async function missingRowError(
  context: Context,
  model: RecordType,
  id: string,
  versionCheck: PendingVersionCheck | undefined,
): Promise<ActionError> {
  const again = {
    ...context,
    ...(versionCheck && { versionCheck: { ...versionCheck, isChecked: false } }),
  };
  try {
    await lockRecord(again, model, id);
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
  return recordNotFoundError(model, id);
}

/**
 * @param operation the name that Prisma has for it, as in {@link writableModels}
 * @throws ActionError not_for_role if the caller sees a part of the workspace and may not write the model this way
 */
function requireWritable(
  { actor }: Pick<Context, 'actor'>,
  model: Model,
  operation: 'create' | 'createMany' | 'updateManyAndReturn' | 'deleteMany',
): void {
  const kind = restrictedAccessKindOf(actor);
  if (kind === undefined) return;
  const operations = writableModels[kind][model as RecordModel];
  if (operations !== 'all' && !operations?.includes(operation)) throw notForRoleError(kind);
}

/** The primary key of a row, with its values. */
function keyOf(model: Model, row: DatabaseRow): DatabaseRow {
  const names = primaryKeyOf(model);
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/**
 * New rows with their defaults.
 * @param isRead whether they are read after the insertion
 * @throws TypeError if an audited value is only known after the insertion
 */
function newRows(
  context: Context,
  model: Model,
  given: readonly object[],
  isRead = false,
): DatabaseRow[] {
  const columns = Object.entries(columnsOf(model));
  const workspace = 'accountId' in columnsOf(model) ? { accountId: context.accountId } : {};
  return given.map((one) => {
    const row = newRowOf(model, { ...workspace, ...one });
    const missing = columns.find(
      ([name, { isSetByDatabase }]) =>
        isSetByDatabase && row[name] === undefined && !timestamps.includes(name),
    );
    if (missing && !isRead) throw new TypeError(`A new ${model} needs its ${missing[0]}.`);
    return row;
  });
}

const timestamps = ['createdAt', 'updatedAt'];

/** Notes the change of a locked row. Undefined if no value differs. */
function changedRow(
  context: Context & { log: ChangeCollector },
  model: Model,
  row: DatabaseRow,
  change: object,
): { key: DatabaseRow; stored: DatabaseRow; after: DatabaseRow } | undefined {
  requireWritable(context, model, 'updateManyAndReturn');
  const { log } = context;
  const isAudited = isAuditedModel(model);
  const known = isAudited ? log.known(model, auditRecordIdOf(model, row)) : row;
  if (!known) throw new TypeError(`${model} was not locked before its update.`);
  const stored = storedValuesOf(model, change);
  if (Object.entries(stored).every(([name, value]) => areEqualValues(known[name], value)))
    return undefined;
  const { version } = known as { version?: number };
  const after = { ...stored, ...(version !== undefined && { version: version + 1 }) };
  if (isAudited) log.updated(model, { ...known, ...after });
  return { key: keyOf(model, known), stored, after };
}
