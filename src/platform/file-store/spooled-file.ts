import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

export class SpooledFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  #stored: Promise<void> | undefined;

  constructor(path: string, size: number, sha256: string) {
    this.path = path;
    this.size = size;
    this.sha256 = sha256;
  }

  /** Stores it once, also if a restarted transaction repeats the call. */
  storeIn(store: FileStore, accountId: number): Promise<void> {
    this.#stored ??= store.put({ accountId, sha256: this.sha256 }, this.path);
    return this.#stored;
  }

  /** Does nothing if the file was stored. */
  discard(): Promise<void> {
    return rm(this.path, { force: true });
  }

  async readHead(bytes: number): Promise<Buffer> {
    const file = await open(this.path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}

/**
 * Writes a stream to a file with constant memory.
 * @throws the error of `tooLarge` after `maxBytes`, or the stream's error. No file remains.
 */
export async function spoolFile(
  folder: string,
  source: Readable,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const inspect = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  };
  const target = createWriteStream(path, { mode: 0o600, flush: true });
  const isClosed = new Promise<void>((resolve) => target.once('close', resolve));
  try {
    await pipeline(source, inspect, target);
  } catch (error) {
    // The failed stream can still be opening its file.
    await isClosed;
    await rm(path, { force: true });
    throw error;
  }
  return new SpooledFile(path, size, hash.digest('hex'));
}

/** Deletes files of requests that a crash ended. */
export async function removeSpooledFiles(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file && file.mtime < before) await rm(join(folder, name), { force: true });
  }
}
