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
  /** Whether a file of that name may be replaced. */
  overwrite: boolean;
  signal: AbortSignal;
}

/** @throws BackupError where there is something of that name that may not be replaced, or the folder is missing. */
export async function requireFreePath({ path, overwrite }: OutputFileOptions): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found && !found.isFile()) throw new BackupError(`${path} exists and is not a file.`);
  if (found && !overwrite) {
    throw new BackupError(`${path} already exists. Choose another name, or use --overwrite.`);
  }
  const folder = dirname(resolve(path));
  const parent = await lstat(folder).catch(() => null);
  if (parent === null) throw new BackupError(`The folder ${folder} does not exist.`);
}

/**
 * Writes a backup beside its place, for its owner alone, and moves it there once all of it is on the disk: what stands
 * under the name is whole, or what was there before. Answers its size in bytes.
 * @throws BackupError as {@link requireFreePath}, and where the disk does not take it; whatever `frames` throws
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
 * The same for whatever `fill` writes into the file; it answers how many bytes that was. `outcome` is what is said where the
 * disk does not take it.
 */
export async function writeFileAtomically(
  options: OutputFileOptions,
  outcome: string,
  fill: (file: FileHandle) => Promise<number>,
): Promise<number> {
  await requireFreePath(options);
  const { path } = options;
  // A name of its own: one that was killed may have left its file, and containers give the same numbers to processes.
  const temporary = `${path}.${randomUUID()}.part`;
  const file = await open(temporary, 'wx', 0o600).catch(refuse(temporary, outcome));
  try {
    const size = await fill(file).catch(refuse(temporary, outcome));
    await file.sync().catch(refuse(temporary, outcome));
    await file.close();
    await requireFreePath(options);
    await rename(temporary, path).catch(refuse(path, outcome));
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
  const add = async (bytes: Buffer) => {
    hash.update(bytes);
    size += bytes.length;
    await file.writeFile(bytes);
  };
  await add(Buffer.from(`${JSON.stringify(header)}\n`));
  // A pipeline ends its other parts where one fails, and may report how those ended instead.
  const faults: unknown[] = [];
  const source = noting(frames, faults);
  const sink = async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of compressed) {
      await add(bytes).catch((error) => {
        faults.push(error);
        throw error;
      });
    }
  };
  await pipeline(Readable.from(source, { objectMode: false }), createGzip(), sink, {
    signal,
  }).catch((error) => {
    throw faults[0] ?? error;
  });
  await add(Buffer.from('\n'));
  const end = digestLine(hash.digest('hex'));
  await file.writeFile(end);
  return size + end.length;
}

async function* noting(source: AsyncIterable<Buffer>, faults: unknown[]): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    faults.push(error);
    throw error;
  }
}

/** Not every file system can; the file itself is on the disk already. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file system does not support files of this size',
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'the disk is read-only',
  EIO: 'the disk has an I/O error',
};

/** Turns an error of the file system into words; every other is handed on. */
function refuse(path: string, outcome: string) {
  return (cause: NodeJS.ErrnoException): never => {
    const reason = cause.code === undefined ? undefined : reasons[cause.code];
    if (reason === undefined) throw cause;
    throw new BackupError(`${path} cannot be written: ${reason}. ${outcome}`, { cause });
  };
}
