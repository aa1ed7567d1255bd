import { digestLineBytes } from './file-format.ts';
import type { BackupFile, BackupPart } from './file-reader.ts';
import { openBackupFile, readBackupParts, verifyDigest } from './file-reader.ts';
import type { MigrationPath } from './migration-path.ts';
import { findMigrationPath } from './migration-path.ts';

/** A backup that this release can restore. */
export interface RestorableBackup {
  file: BackupFile;
  route: MigrationPath;
}

export interface BackupReadOptions {
  signal: AbortSignal;
  /** Told how much of the file is read, in bytes. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Reads the header of a backup and compares the digest of the whole file. Looks at no database.
 * @throws BackupError where it is damaged, is no backup, or is of a newer release
 */
export async function readRestorable(path: string, signal: AbortSignal): Promise<RestorableBackup> {
  const file = await openBackupFile(path);
  await verifyDigest(file, signal);
  return { file, route: await findMigrationPath(file.header, path) };
}

/** What a backup consists of, in order. @throws BackupError where it is damaged */
export function readRestorableParts(
  { file }: RestorableBackup,
  { signal, onProgress }: BackupReadOptions,
): AsyncGenerator<BackupPart> {
  return readBackupParts(file, signal, (bytes) =>
    onProgress(bytes, file.bytes - digestLineBytes - 1),
  );
}

/** Reads all of a backup without restoring it; answers the rows of its tables. @throws BackupError where it is damaged */
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
