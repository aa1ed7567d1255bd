import { digestLineBytes } from './file-format.ts';
import type { BackupFile, BackupPart } from './file-reader.ts';
import { openBackupFile, readBackupParts, verifyDigest } from './file-reader.ts';
import type { MigrationPath } from './migration-path.ts';
import { findMigrationPath } from './migration-path.ts';

export interface RestorableBackup {
  file: BackupFile;
  route: MigrationPath;
}

export interface BackupReadOptions {
  signal: AbortSignal;
  /** Receives bytes. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Reads the header and verifies the digest, without a database.
 * @throws BackupError
 */
export async function readRestorable(path: string, signal: AbortSignal): Promise<RestorableBackup> {
  const file = await openBackupFile(path);
  await verifyDigest(file, signal);
  return { file, route: await findMigrationPath(file.header, path) };
}

/** @throws BackupError for a damaged file */
export function readRestorableParts(
  { file }: RestorableBackup,
  { signal, onProgress }: BackupReadOptions,
): AsyncGenerator<BackupPart> {
  return readBackupParts(file, signal, (bytes) =>
    onProgress(bytes, file.bytes - digestLineBytes - 1),
  );
}

/**
 * Reads a backup without restoring it. Returns the row counts.
 * @throws BackupError for a damaged file
 */
export async function readEntireBackup(
  restorable: RestorableBackup,
  options: BackupReadOptions,
): Promise<{ name: string; rows: number }[]> {
  const tables: { name: string; rows: number }[] = [];
  for await (const part of readRestorableParts(restorable, options)) {
    if (part.kind === 'end') tables.push({ name: part.table, rows: part.end.rows });
  }
  return tables;
}
