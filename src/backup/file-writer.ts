import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { BackupHeader } from './file-format.ts';
import { digestLine } from './file-format.ts';

export interface OutputFileOptions {
  path: string;
  overwrite: boolean;
  signal: AbortSignal;
}

/** @throws BackupError if the file must not be replaced or its folder is missing */
export async function requireFreePath({ path, overwrite }: OutputFileOptions): Promise<void> {
  const existing = await lstat(path).catch(() => null);
  if (existing && !existing.isFile()) throw new BackupError(`${path} exists and is not a file.`);
  if (existing && !overwrite) {
    throw new BackupError(`${path} already exists. Choose another name, or use --overwrite.`);
  }
  const folder = dirname(resolve(path));
  const parent = await lstat(folder).catch(() => null);
  if (parent === null) throw new BackupError(`The folder ${folder} does not exist.`);
}

/**
 * Returns the size in bytes.
 * @throws BackupError, and errors of `frames`
 */
export function writeBackupFile(
  options: OutputFileOptions,
  header: BackupHeader,
  frames: AsyncIterable<Buffer>,
): Promise<number> {
  return writeFileAtomically(options, 'No backup was created.', (file) =>
    write(file, header, frames, options.signal),
  );
}

/**
 * Syncs a temporary file and renames it, so that the path has the complete file or its former
 * content. `fill` returns the number of written bytes. `outcome` ends the error message.
 * @throws BackupError
 */
export async function writeFileAtomically(
  options: OutputFileOptions,
  outcome: string,
  fill: (file: FileHandle) => Promise<number>,
): Promise<number> {
  await requireFreePath(options);
  const { path } = options;
  // A killed process may have left its file, and process ids repeat in containers.
  const temporary = `${path}.${randomUUID()}.part`;
  const file = await open(temporary, 'wx', 0o600).catch(toBackupError(temporary, outcome));
  try {
    const size = await fill(file).catch(toBackupError(temporary, outcome));
    await file.sync().catch(toBackupError(temporary, outcome));
    await file.close();
    await requireFreePath(options);
    await rename(temporary, path).catch(toBackupError(path, outcome));
    await syncFolder(dirname(resolve(path)));
    return size;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

async function write(
  file: FileHandle,
  header: BackupHeader,
  frames: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<number> {
  const hash = createHash('sha256');
  let size = 0;
  const writeChunk = async (bytes: Buffer) => {
    hash.update(bytes);
    size += bytes.length;
    await file.writeFile(bytes);
  };
  await writeChunk(Buffer.from(`${JSON.stringify(header)}\n`));
  // A pipeline may report how it ended the other streams instead of the original error.
  const errors: unknown[] = [];
  const source = recordErrors(frames, errors);
  const sink = async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of compressed) {
      await writeChunk(bytes).catch((error) => {
        errors.push(error);
        throw error;
      });
    }
  };
  await pipeline(Readable.from(source, { objectMode: false }), createGzip(), sink, {
    signal,
  }).catch((error) => {
    throw errors[0] ?? error;
  });
  await writeChunk(Buffer.from('\n'));
  const end = digestLine(hash.digest('hex'));
  await file.writeFile(end);
  return size + end.length;
}

async function* recordErrors(
  source: AsyncIterable<Buffer>,
  errors: unknown[],
): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    errors.push(error);
    throw error;
  }
}

/** Not every file system supports it. The file itself is already synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const reasonByCode: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file system does not support files of this size',
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'the disk is read-only',
  EIO: 'the disk has an I/O error',
};

function toBackupError(path: string, outcome: string) {
  return (cause: NodeJS.ErrnoException): never => {
    const reason = cause.code === undefined ? undefined : reasonByCode[cause.code];
    if (reason === undefined) throw cause;
    throw new BackupError(`${path} cannot be written: ${reason}. ${outcome}`, { cause });
  };
}
