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
import { unfilteredClientOf } from './transaction-statements.ts';

/** Reads and locks rows in the order of their keys, with all columns. It omits rows that the access policy hides. */
export async function lockRows<M extends Model>(
  context: Context,
  model: M,
  condition: Prisma.Sql,
): Promise<Row<M>[]> {
  const { text, values } = lockStatement(context, model, condition);
  const rows = await unfilteredClientOf(context).$queryRawUnsafe<Row<M>[]>(text, ...values);
  setLocked(context, model, rows);
  return rows;
}

export function setLocked<M extends Model>(
  { changeCollector }: Context,
  model: M,
  rows: readonly Row<M>[],
): void {
  if (changeCollector && isAuditedModel(model))
    for (const row of rows) changeCollector.read(model, row as DatabaseRow);
}

/**
 * @param sentId the id as the caller sent it, for errors
 * @throws ActionError record_not_found; version_mismatch if the caller expects another version
 */
export async function lockRecord<M extends Model & (RecordType | 'User')>(
  context: Context,
  model: M,
  id: string | number,
  sentId = id,
  idField = 'id',
): Promise<Row<M>> {
  const [row] = await lockRows(context, model, Prisma.sql`id = ${id}`);
  if (row === undefined) throw recordNotFoundError(model, sentId, idField);
  if (isVersionExpected(context, model, sentId)) {
    await checkVersion(context, row as { version: number });
  }
  return row;
}

/** Locks records in the order of their ids, so that concurrent transactions do not deadlock. Ignores unknown ids. */
export async function lockRecords(
  context: Context,
  type: RecordType,
  ids: readonly string[],
): Promise<void> {
  const condition = Prisma.sql`id = ANY (${[...ids]}::text[])`;
  const { text, values } = lockStatement(context, type, condition, ['id']);
  await unfilteredClientOf(context).$queryRawUnsafe(text, ...values);
}

/**
 * Commands take this lock before they change a record of which a workspace has at most one or at least one.
 * @throws ActionError record_not_found, version_mismatch
 */
export async function lockWorkspaceRow(context: Context): Promise<Workspace> {
  const [row] = await lockRows(context, 'Workspace', Prisma.sql`true`);
  if (!row)
    throw new ActionError('record_not_found', `There is no workspace ${context.accountId}.`);
  if (isVersionExpected(context, 'Workspace')) await checkVersion(context, row);
  return row;
}
