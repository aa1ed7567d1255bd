import { Readable } from 'node:stream';
import type pg from 'pg';
import { fileDeletionLockSql } from '../domain/attachments/unused-files.ts';
import type { FileStorage } from '../platform/file-store/file-storage.ts';
import type { FileKey } from '../platform/file-store/file-store.ts';
import { spoolFile } from '../platform/file-store/spooled-file.ts';
import { BackupError } from './backup-error.ts';
import { qualifiedName } from './table-catalogue.ts';

/** Until the session ends. Call it before the snapshot. */
export async function preventFileDeletion(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(${fileDeletionLockSql})`);
}

/** One statement. */
export async function findAttachedFiles(
  client: pg.Client,
  schema: string,
  accountId: number | null = null,
): Promise<FileKey[]> {
  const { rows } = await client.query<FileKey>(
    `SELECT DISTINCT "accountId", sha256 FROM ${qualifiedName(schema, 'Attachment')}
     WHERE "accountId" = $1 OR $1 IS NULL ORDER BY 1, 2`,
    [accountId],
  );
  return rows;
}

/**
 * Stores a file of a backup or export.
 * @throws BackupError if the content has another digest
 */
export async function storeAttachedFile(
  { spoolFolder, store }: FileStorage,
  key: FileKey,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const noLimit = { maxBytes: Number.POSITIVE_INFINITY, tooLarge: () => new RangeError() };
  const spooled = await spoolFile(spoolFolder, Readable.from(content), noLimit);
  try {
    if (spooled.sha256 !== key.sha256)
      throw new BackupError(`The file ${key.sha256} was changed. Nothing was restored.`);
    await store.put(key, spooled.path);
  } finally {
    await spooled.discard();
  }
}
