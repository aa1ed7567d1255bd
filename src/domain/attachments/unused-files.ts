import type { Db } from '../../database/client/db.ts';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { FileKey, FileStore } from '../../platform/file-store/file-store.ts';

/** A younger file can belong to a running request. */
const unusedMinutes = 60;

const batchSize = 500;

/** Exports hold this lock in shared mode, because they read files after their snapshot of the rows. */
export const fileDeletionLockSql = `hashtext('actiongraph attachments')`;

/**
 * Deletes files without attachments. Several processes may run it concurrently.
 * @returns the number of deleted files
 */
export async function deleteUnusedFiles(
  root: PrismaClient,
  store: FileStore,
  now: Date,
): Promise<number> {
  let deleted = 0;
  let batch: FileKey[] = [];
  const deleteBatch = async () => {
    for (const key of await findUnused(root, batch))
      if (await deleteIfUnused(root, store, key)) deleted += 1;
    batch = [];
  };
  for await (const key of store.list(new Date(now.getTime() - unusedMinutes * 60_000))) {
    batch.push(key);
    if (batch.length === batchSize) await deleteBatch();
  }
  await deleteBatch();
  return deleted;
}

async function findUnused(db: Db, keys: readonly FileKey[]): Promise<FileKey[]> {
  if (keys.length === 0) return [];
  return db.$queryRaw<FileKey[]>`
    SELECT f."accountId", f.sha256
    FROM json_to_recordset(${JSON.stringify(keys)}::json) AS f("accountId" int, sha256 text)
    WHERE NOT EXISTS (SELECT FROM "Attachment" a WHERE a."accountId" = f."accountId" AND a.sha256 = f.sha256)`;
}

/** The lock of the workspace excludes requests that check whether the file exists. */
const deleteIfUnused = (root: PrismaClient, store: FileStore, key: FileKey): Promise<boolean> =>
  root.$transaction(async (db) => {
    const [lock] = await db.$queryRaw<[{ isTaken: boolean }]>`
      SELECT pg_try_advisory_xact_lock(${Prisma.raw(fileDeletionLockSql)}) AS "isTaken"`;
    if (!lock.isTaken) return false;
    await db.$queryRaw`SELECT 1 FROM "Workspace" WHERE "accountId" = ${key.accountId} FOR UPDATE`;
    if ((await findUnused(db, [key])).length === 0) return false;
    await store.remove(key);
    return true;
  });
