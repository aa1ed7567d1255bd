import { Prisma, type Workspace } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { checkVersion, isVersionExpected } from './optimistic-locking.ts';

/**
 * Reads a row and locks it until the transaction ends.
 * @param given the id as the caller sent it, for errors
 * @param idField the field of the input that contains the id, for errors
 * @throws ActionError record_not_found; version_mismatch if the caller expects another version
 */
export async function lockRecord<R>(
  context: Context,
  type: RecordType | 'User',
  id: string | number,
  given = id,
  idField = 'id',
): Promise<R> {
  const { accountId, db } = context;
  const found = Prisma.sql`SELECT * FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ${id}`;
  const whole = unfilteredClient(db);
  const [locked] = await whole.$queryRaw<R[]>(Prisma.sql`${found} FOR NO KEY UPDATE`);
  // A table behind an access policy cannot be locked. The row is locked without the policy, then read with it.
  if (locked && context.log) context.log.read(type as AuditedModel, locked as DatabaseRow);
  const [row] = whole === db || locked === undefined ? [locked] : await db.$queryRaw<R[]>(found);
  if (row === undefined) throw recordNotFoundError(type, given, idField);
  if (isVersionExpected(context, type, given)) {
    await checkVersion(context, row as { version: number });
  }
  return row;
}

/**
 * Locks records until the transaction ends, in the order of their ids, so that concurrent transactions do not deadlock. Unknown ids are
 * ignored.
 */
export async function lockRecords(
  { accountId, db }: Context,
  type: RecordType,
  ids: readonly string[],
): Promise<void> {
  const table = Prisma.raw(`"${type}"`);
  await unfilteredClient(db).$queryRaw`
    SELECT id FROM ${table} WHERE "accountId" = ${accountId} AND id = ANY (${ids}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Reads the row of the workspace and locks it until the transaction ends. Commands take this lock before they change a record of which a
 * workspace has at most one or at least one, for example the default project type.
 * @throws ActionError record_not_found, version_mismatch
 */
export async function lockWorkspaceRow(context: Context): Promise<Workspace> {
  const { accountId, db } = context;
  const [row] = await db.$queryRaw<Workspace[]>`
    SELECT * FROM "Workspace" WHERE "accountId" = ${accountId} FOR NO KEY UPDATE`;
  if (!row) throw new ActionError('record_not_found', `There is no workspace ${accountId}.`);
  context.log?.read('Workspace', { ...row });
  if (isVersionExpected(context, 'Workspace')) await checkVersion(context, row);
  return row;
}
