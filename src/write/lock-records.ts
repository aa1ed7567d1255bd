import { Prisma, type Workspace } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { checkVersion, isVersionExpected } from './optimistic-locking.ts';

/**
 * Reads a row and locks it until the transaction ends, so that what is written next builds on what was read. `given` is
 * the id as the caller wrote it, where that is not the id itself, and `idField` the field that it stood in.
 * @throws ActionError record_not_found; version_mismatch where the caller expects another version of it
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
  // What may be seen of a table cannot be locked: the row is, and then is looked at once more.
  if (locked && context.log) context.log.read(type as AuditedModel, locked as DatabaseRow);
  const [row] = whole === db || locked === undefined ? [locked] : await db.$queryRaw<R[]>(found);
  if (row === undefined) throw recordNotFoundError(type, given, idField);
  if (isVersionExpected(context, type, given)) {
    await checkVersion(context, row as { version: number });
  }
  return row;
}

/**
 * Locks records until the transaction ends, in one order whatever the list's, so that two who change the same ones do not wait
 * for each other. Ids that name nothing are passed over.
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
 * Reads the row of the workspace and locks it until the transaction ends. It is the lock for records of which a workspace has at most or at
 * least one.
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
