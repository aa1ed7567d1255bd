import { Prisma, type Workspace } from '../generated/prisma/client.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { isAuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { lockStatement } from './change-statements.ts';
import { checkVersion, isVersionExpected } from './optimistic-locking.ts';
import type { Model, Row } from './row-types.ts';
import { openedClientOf } from './transaction-statements.ts';

/**
 * Reads the rows that meet a condition and locks them until the transaction ends, in the order of their keys. Rows that the access policy
 * hides are not found. Of the others, all columns are returned.
 */
export async function lockRows<M extends Model>(
  context: Context,
  model: M,
  condition: Prisma.Sql,
): Promise<Row<M>[]> {
  const { text, values } = lockStatement(context, model, condition);
  const rows = await openedClientOf(context).$queryRawUnsafe<Row<M>[]>(text, ...values);
  setLocked(context, model, rows);
  return rows;
}

/** Adds rows that were read with a lock and with all columns to the log, so that they can be updated. */
export function setLocked<M extends Model>(
  { log }: Context,
  model: M,
  rows: readonly Row<M>[],
): void {
  if (log && isAuditedModel(model)) for (const row of rows) log.read(model, row as DatabaseRow);
}

/**
 * Reads a row and locks it until the transaction ends.
 * @param given the id as the caller sent it, for errors
 * @param idField the field of the input that contains the id, for errors
 * @throws ActionError record_not_found; version_mismatch if the caller expects another version
 */
export async function lockRecord<M extends Model & (RecordType | 'User')>(
  context: Context,
  model: M,
  id: string | number,
  given = id,
  idField = 'id',
): Promise<Row<M>> {
  const [row] = await lockRows(context, model, Prisma.sql`id = ${id}`);
  if (row === undefined) throw recordNotFoundError(model, given, idField);
  if (isVersionExpected(context, model, given)) {
    await checkVersion(context, row as { version: number });
  }
  return row;
}

/**
 * Locks records until the transaction ends, in the order of their ids, so that concurrent transactions do not deadlock. Unknown ids are
 * ignored.
 */
export async function lockRecords(
  context: Context,
  type: RecordType,
  ids: readonly string[],
): Promise<void> {
  const condition = Prisma.sql`id = ANY (${[...ids]}::text[])`;
  const { text, values } = lockStatement(context, type, condition, ['id']);
  await openedClientOf(context).$queryRawUnsafe(text, ...values);
}

/**
 * Reads the row of the workspace and locks it until the transaction ends. Commands take this lock before they change a record of which a
 * workspace has at most one or at least one, for example the default project type.
 * @throws ActionError record_not_found, version_mismatch
 */
export async function lockWorkspaceRow(context: Context): Promise<Workspace> {
  const [row] = await lockRows(context, 'Workspace', Prisma.sql`true`);
  if (!row)
    throw new ActionError('record_not_found', `There is no workspace ${context.accountId}.`);
  if (isVersionExpected(context, 'Workspace')) await checkVersion(context, row);
  return row;
}
