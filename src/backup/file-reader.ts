import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { BackupHeader, FrameKind, TableEnd } from './file-format.ts';
import {
  backupFormatVersion,
  digestLine,
  digestLineBytes,
  frameHeaderBytes,
  maxFrameBytes,
  maxHeaderBytes,
  productName,
} from './file-format.ts';

/** A file whose header was read; its content is not known to be whole yet. */
export interface BackupFile {
  path: string;
  header: BackupHeader;
  bytes: number;
  /** Where the compressed frames begin. */
  start: number;
}

/** What a backup consists of, in order. */
export type BackupPart =
  | { kind: 'table'; name: string }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'end'; table: string; end: TableEnd };

/** How much of a file is read at once. */
const chunkBytes = 256 * 1024;

/**
 * Reads the header of a backup.
 * @throws BackupError where the file cannot be read, is no backup, or is of a format that this release does not know
 */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new BackupError(`${path} cannot be read: ${reason}.`, { cause });
  });
  try {
    const { size } = await file.stat();
    const line = await firstLine(file);
    const header = line === null ? null : parseHeader(line);
    if (line === null || header === null) {
      throw new BackupError(`${path} is not a backup of \`actiongraph backup\`.`);
    }
    if (header.format !== backupFormatVersion) {
      throw new BackupError(
        `${path} was written by release ${header.release}, in a form (${header.format}) that this release does not ` +
          `know. Restore it with release ${header.release} or a newer one.`,
      );
    }
    return { path, header, bytes: size, start: line.length + 1 };
  } finally {
    await file.close();
  }
}

async function firstLine(file: FileHandle): Promise<Buffer | null> {
  const read: Buffer[] = [];
  for (let position = 0; position < maxHeaderBytes; ) {
    const buffer = Buffer.alloc(chunkBytes);
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position).catch((cause) => {
      throw new BackupError(`It cannot be read: ${(cause as Error).message}.`, { cause });
    });
    if (bytesRead === 0) return null;
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    read.push(buffer.subarray(0, end < 0 ? bytesRead : end));
    if (end >= 0) return Buffer.concat(read);
    // Whatever else the file is, it is not worth reading on.
    if (position === 0 && buffer[0] !== '{'.charCodeAt(0)) return null;
    position += bytesRead;
  }
  return null;
}

function parseHeader(line: Buffer): BackupHeader | null {
  try {
    const header = JSON.parse(line.toString()) as BackupHeader;
    return header?.product === productName && header.kind === 'backup' ? header : null;
  } catch {
    return null;
  }
}

/**
 * Compares the digest at the end of the file with every byte before it.
 * @throws BackupError where anything is missing, added or changed
 */
export async function verifyDigest(
  { path, bytes }: BackupFile,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  const end = Math.max(bytes - digestLineBytes, 0);
  let last = '';
  for await (const chunk of createReadStream(path, {
    end: end - 1,
    highWaterMark: chunkBytes,
    signal,
  })) {
    hash.update(chunk);
  }
  for await (const chunk of createReadStream(path, { start: end, encoding: 'latin1', signal })) {
    last += chunk;
  }
  if (last === digestLine(hash.digest('hex'))) return;
  throw damaged(
    path,
    last.startsWith(digestLine('').trimEnd()) ? 'its content was changed' : 'it is incomplete',
  );
}

/**
 * Everything that is in a backup, from beginning to end, with little in memory. Whoever has got all of it knows that the
 * tables are as the header has them, each with the rows that it was written with.
 * @throws BackupError where that is not so
 */
export async function* readBackupParts(
  backup: BackupFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<BackupPart> {
  const { path, start, bytes } = backup;
  // Without the line break in front of the last line.
  const range = { start, end: bytes - digestLineBytes - 2, highWaterMark: chunkBytes, signal };
  let read = start;
  const compressed = createReadStream(path, range).on('data', (chunk) => {
    read += chunk.length;
    onBytes(read);
  });
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // Errors of both, and a reader that stops early, end both.
  const done = pipeline(compressed, gunzip).catch(() => undefined);
  try {
    yield* partsOf(new FrameReader(gunzip), backup);
  } catch (cause) {
    signal.throwIfAborted();
    if (!isZlibError(cause)) throw cause;
    throw damaged(path, 'it cannot be decompressed', cause);
  } finally {
    gunzip.destroy();
    await done;
  }
}

async function* partsOf(
  frames: FrameReader,
  { header, path }: BackupFile,
): AsyncGenerator<BackupPart> {
  for (const { name } of header.tables) {
    const { table } = json<{ table: string }>(await frames.next(path), 'T', path);
    if (table !== name) throw damaged(path, `${name} is missing`);
    yield { kind: 'table', name };
    const hash = createHash('sha256');
    let next = await frames.next(path);
    for (; next.kind === 'D'; next = await frames.next(path)) {
      hash.update(next.content);
      yield { kind: 'rows', bytes: next.content };
    }
    const end = json<TableEnd>(next, 'E', path);
    if (end.sha256 !== hash.digest('hex')) throw damaged(path, `${name} was changed`);
    yield { kind: 'end', table: name, end };
  }
  const { tables } = json<{ tables: number }>(await frames.next(path), 'Z', path);
  if (tables !== header.tables.length) throw damaged(path, 'tables are missing');
  if (!(await frames.isAtEnd())) throw damaged(path, 'it has data after its end');
}

interface Frame {
  kind: string;
  content: Buffer;
}

/** Cuts what was decompressed into frames. */
class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async next(path: string): Promise<Frame> {
    const head = await this.#take(frameHeaderBytes, path);
    const length = head.readUInt32BE(1);
    if (length > maxFrameBytes) throw damaged(path, 'its content was changed');
    return { kind: head.toString('latin1', 0, 1), content: await this.#take(length, path) };
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && (await this.#chunks.next()).done === true;
  }

  async #take(length: number, path: string): Promise<Buffer> {
    const parts = [this.#rest];
    let found = this.#rest.length;
    while (found < length) {
      const { done, value } = await this.#chunks.next();
      if (done) throw damaged(path, 'it is incomplete');
      parts.push(value);
      found += value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

function json<T>({ kind, content }: Frame, expected: FrameKind, path: string): T {
  if (kind !== expected) throw damaged(path, 'its content was changed');
  return JSON.parse(content.toString()) as T;
}

function isZlibError(error: unknown): boolean {
  return /^Z_/.test(String((error as NodeJS.ErrnoException).code));
}

function damaged(path: string, what: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged: ${what}. Nothing was restored.`, { cause });
}
