import type { Route } from './migration-route.ts';
import { routeOf } from './migration-route.ts';
import { lastLineBytes } from './file-format.ts';
import type { BackupFile, Part } from './file-reader.ts';
import { openBackupFile, readParts, verifyDigest } from './file-reader.ts';

/** A backup that this release can restore. */
export interface Restorable {
  file: BackupFile;
  route: Route;
}

export interface ReadingOptions {
  signal: AbortSignal;
  /** Told how much of the file is read, in bytes. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Reads the header of a backup and compares the digest of the whole file. Looks at no database.
 * @throws BackupError where it is damaged, is no backup, or is of a newer release
 */
export async function readRestorable(path: string, signal: AbortSignal): Promise<Restorable> {
  const file = await openBackupFile(path);
  await verifyDigest(file, signal);
  return { file, route: await routeOf(file.header, path) };
}

/** What a backup consists of, in order. @throws BackupError where it is damaged */
export function partsOf(
  { file }: Restorable,
  { signal, onProgress }: ReadingOptions,
): AsyncGenerator<Part> {
  return readParts(file, signal, (bytes) => onProgress(bytes, file.bytes - lastLineBytes - 1));
}

/** Reads all of a backup without restoring it; answers the rows of its tables. @throws BackupError where it is damaged */
export async function readThrough(
  restorable: Restorable,
  options: ReadingOptions,
): Promise<{ name: string; rows: number }[]> {
  const tables: { name: string; rows: number }[] = [];
  for await (const part of partsOf(restorable, options)) {
    if (part.kind === 'end') tables.push({ name: part.table, rows: part.end.rows });
  }
  return tables;
}
