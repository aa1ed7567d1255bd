import type { Db } from '../database/client/db.ts';
import type { SqlStatement } from '../database/statements/sql-statement.ts';
import { requireTransaction } from '../database/transactions/transactions.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import { writableModels } from '../platform/access-policies/row-filters.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import type { Context } from '../platform/context/context.ts';
import type { RecordModel } from '../platform/ids/permission-areas.ts';
import { notForRoleError, restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import { primaryKeyOf } from './column-values.ts';
import type { Model } from './row-types.ts';

export type TransactionContext = Context & { changeCollector: ChangeCollector };

export type ErrorMapping = (error: unknown) => unknown;

type DatabaseContext = Pick<Context, 'db'>;

export const unfilteredClientOf = ({ db }: DatabaseContext): Db => unfilteredClient(db);

const transactionOf = (context: DatabaseContext) => requireTransaction(unfilteredClientOf(context));

/** The statement is sent with the next read or with COMMIT. */
export const queue = (
  context: DatabaseContext,
  statement: SqlStatement,
  errorOf: ErrorMapping = (error) => error,
): void => transactionOf(context).queue(statement, errorOf);

/** Sends the queued statements and then these, in one round trip. */
export const readBatch = (
  context: DatabaseContext,
  statements: readonly SqlStatement[],
): Promise<unknown[][]> => transactionOf(context).sendBatch(statements);

/** `receive` gets the rows. */
export const readWithCommit = (
  context: DatabaseContext,
  statement: SqlStatement,
  onRows: (rows: readonly unknown[]) => void,
): void => transactionOf(context).sendWithCommit(statement, onRows);

export const flush = (context: DatabaseContext): Promise<void> => transactionOf(context).flush();

/** Call it before ROLLBACK TO SAVEPOINT. */
export const discardQueued = (context: DatabaseContext): void =>
  transactionOf(context).discardQueue();

/**
 * @param operation as in {@link writableModels}
 * @throws ActionError not_for_role
 */
export function requireWritable(
  { actor }: Pick<Context, 'actor'>,
  model: Model,
  operation: 'create' | 'createMany' | 'updateManyAndReturn' | 'deleteMany',
): void {
  const kind = restrictedAccessKindOf(actor);
  if (kind === undefined) return;
  const operations = writableModels[kind][model as RecordModel];
  if (operations !== 'all' && !operations?.includes(operation)) throw notForRoleError(kind);
}

export function keyOf(model: Model, row: DatabaseRow): DatabaseRow {
  const names = primaryKeyOf(model);
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
