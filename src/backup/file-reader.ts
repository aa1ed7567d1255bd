import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FileKey } from '../platform/file-store/file-store.ts';
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

/** A file with a valid header. Its content is not verified yet. */
export interface BackupFile {
  path: string;
  header: BackupHeader;
  bytes: number;
  /** Offset of the compressed frames. */
  start: number;
}

export type BackupPart =
  | { kind: 'table'; name: string }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'end'; table: string; end: TableEnd }
  | { kind: 'file'; key: FileKey }
  | { kind: 'content'; bytes: Buffer };

const chunkBytes = 256 * 1024;

/** @throws BackupError if the file cannot be read, is no backup, or has an unknown format */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new BackupError(`${path} cannot be read: ${reason}.`, { cause });
  });
  try {
    const { size } = await file.stat();
    const line = await readFirstLine(file);
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

async function readFirstLine(file: FileHandle): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for (let position = 0; position < maxHeaderBytes; ) {
    const buffer = Buffer.alloc(chunkBytes);
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position).catch((cause) => {
      throw new BackupError(`It cannot be read: ${(cause as Error).message}.`, { cause });
    });
    if (bytesRead === 0) return null;
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    chunks.push(buffer.subarray(0, end < 0 ? bytesRead : end));
    if (end >= 0) return Buffer.concat(chunks);
    // The file is no backup, so the rest is not read.
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
 * Compares the digest at the end of the file.
 * @throws BackupError
 */
export async function verifyDigest(
  { path, bytes }: BackupFile,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  const end = Math.max(bytes - digestLineBytes, 0);
  let lastLine = '';
  for await (const chunk of createReadStream(path, {
    end: end - 1,
    highWaterMark: chunkBytes,
    signal,
  })) {
    hash.update(chunk);
  }
  for await (const chunk of createReadStream(path, { start: end, encoding: 'latin1', signal })) {
    lastLine += chunk;
  }
  if (lastLine === digestLine(hash.digest('hex'))) return;
  throw damagedError(
    path,
    lastLine.startsWith(digestLine('').trimEnd()) ? 'its content was changed' : 'it is incomplete',
  );
}

/**
 * Constant memory. After the last part, all tables of the header were read completely.
 * @throws BackupError
 */
export async function* readBackupParts(
  backup: BackupFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<BackupPart> {
  const { path, start, bytes } = backup;
  // The digest does not cover the last line break.
  const range = { start, end: bytes - digestLineBytes - 2, highWaterMark: chunkBytes, signal };
  let offset = start;
  const compressed = createReadStream(path, range).on('data', (chunk) => {
    offset += chunk.length;
    onBytes(offset);
  });
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // An error in one stream, or a consumer that stops early, ends both.
  const streamsEnded = pipeline(compressed, gunzip).catch(() => undefined);
  try {
    yield* partsOf(new FrameReader(gunzip), backup);
  } catch (cause) {
    signal.throwIfAborted();
    if (!isZlibError(cause)) throw cause;
    throw damagedError(path, 'it cannot be decompressed', cause);
  } finally {
    gunzip.destroy();
    await streamsEnded;
  }
}

async function* partsOf(
  frames: FrameReader,
  { header, path }: BackupFile,
): AsyncGenerator<BackupPart> {
  for (const { name } of header.tables) {
    const { table } = parseFrame<{ table: string }>(await frames.next(path), 'T', path);
    if (table !== name) throw damagedError(path, `${name} is missing`);
    yield { kind: 'table', name };
    const hash = createHash('sha256');
    let next = await frames.next(path);
    for (; next.kind === 'D'; next = await frames.next(path)) {
      hash.update(next.content);
      yield { kind: 'rows', bytes: next.content };
    }
    const end = parseFrame<TableEnd>(next, 'E', path);
    if (end.sha256 !== hash.digest('hex')) throw damagedError(path, `${name} was changed`);
    yield { kind: 'end', table: name, end };
  }
  let next = await frames.next(path);
  while (next.kind === 'F') {
    const key = parseFrame<FileKey>(next, 'F', path);
    yield { kind: 'file', key };
    const hash = createHash('sha256');
    for (next = await frames.next(path); next.kind === 'C'; next = await frames.next(path)) {
      hash.update(next.content);
      yield { kind: 'content', bytes: next.content };
    }
    if (hash.digest('hex') !== key.sha256) throw damagedError(path, 'a file was changed');
  }
  const { tables } = parseFrame<{ tables: number }>(next, 'Z', path);
  if (tables !== header.tables.length) throw damagedError(path, 'tables are missing');
  if (!(await frames.isAtEnd())) throw damagedError(path, 'it has data after its end');
}

interface Frame {
  kind: string;
  content: Buffer;
}

class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #remainder: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async next(path: string): Promise<Frame> {
    const head = await this.#take(frameHeaderBytes, path);
    const length = head.readUInt32BE(1);
    if (length > maxFrameBytes) throw damagedError(path, 'its content was changed');
    return { kind: head.toString('latin1', 0, 1), content: await this.#take(length, path) };
  }

  async isAtEnd(): Promise<boolean> {
    return this.#remainder.length === 0 && (await this.#chunks.next()).done === true;
  }

  async #take(length: number, path: string): Promise<Buffer> {
    const parts = [this.#remainder];
    let found = this.#remainder.length;
    while (found < length) {
      const { done, value } = await this.#chunks.next();
      if (done) throw damagedError(path, 'it is incomplete');
      parts.push(value);
      found += value.length;
    }
    const all = parts.length === 1 ? this.#remainder : Buffer.concat(parts);
    this.#remainder = all.subarray(length);
    return all.subarray(0, length);
  }
}

function parseFrame<T>({ kind, content }: Frame, expected: FrameKind, path: string): T {
  if (kind !== expected) throw damagedError(path, 'its content was changed');
  return JSON.parse(content.toString()) as T;
}

function isZlibError(error: unknown): boolean {
  return /^Z_/.test(String((error as NodeJS.ErrnoException).code));
}

function damagedError(path: string, problem: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged: ${problem}. Nothing was restored.`, { cause });
}
