import type { Cursor } from '../../database/transactions/cursors.ts';

/** Streams long lists in parts, at the speed of the receiver. */

export interface ListLimits {
  /** Approximate size of one read. The process buffers a few times as much for a slow receiver. */
  partBytes: number;
  /** Time in which the receiver must take a part. */
  receiveTimeoutMs: number;
  /** Maximum time of the whole response, because it holds a database connection. */
  totalTimeoutMs: number;
}

export const defaultListLimits: ListLimits = {
  partBytes: 65_536,
  receiveTimeoutMs: 10_000,
  totalTimeoutMs: 60_000,
};

export interface LongList {
  /** Estimated average size of a record. */
  recordBytes: number;
  open: () => Promise<Cursor>;
}

/**
 * Closes the connection, so that the receiver cannot mistake a partial list for a complete one. Returns false without a
 * connection. The stream then reports the error.
 */
export type AbortConnection = (reason: Error) => boolean;

class ListTimeoutError extends Error {
  override readonly name = 'ListTimeoutError';
}

const maxRecordsPerRead = 2_000;

interface Part {
  bytes: Buffer;
  isLast: boolean;
}

/** Reads one part ahead of the receiver. */
class PartReader {
  /** Resolves when the database connection is released. */
  readonly ended: Promise<void>;
  readonly #cursor: Cursor;
  readonly #partBytes: number;
  #recordBytes: number;
  #next: Promise<Part>;
  #isOpen = true;
  #end: () => void = () => undefined;

  constructor(cursor: Cursor, recordBytes: number, partBytes: number) {
    this.#cursor = cursor;
    this.#recordBytes = recordBytes;
    this.#partBytes = partBytes;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#next = this.#read('[');
  }

  async takePart(): Promise<Part> {
    const part = await this.#next;
    if (!part.isLast) {
      this.#next = this.#read(',');
      // The next call of take() reports the error.
      this.#next.catch(() => undefined);
    }
    return part;
  }

  /** Whether it holds a database connection. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Releases the connection of an unfinished list. */
  abandon(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cursor.abandon();
    this.#end();
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#cursor.close().finally(this.#end);
  }

  async #read(prefix: string): Promise<Part> {
    const recordCount = Math.ceil(this.#partBytes / Math.max(1, this.#recordBytes));
    const count = Math.min(maxRecordsPerRead, recordCount);
    const records = await this.#cursor.next(count);
    const isLast = records.length < count;
    if (isLast) await this.#close();
    const start = records.length > 0 || prefix === '[' ? prefix : '';
    const bytes = Buffer.from(`${start}${records.join(',')}${isLast ? ']' : ''}`);
    if (!isLast) this.#recordBytes = bytes.length / records.length;
    return { bytes, isLast };
  }
}

/** Calls `onTimeout` if the receiver or the whole response takes too long. */
class ListTimers {
  onTimeout: (error: ListTimeoutError) => void = () => undefined;
  readonly #receiveTimeoutMs: number;
  readonly #totalTimer: NodeJS.Timeout;
  #receiveTimer: NodeJS.Timeout | undefined;

  constructor({ receiveTimeoutMs, totalTimeoutMs }: ListLimits) {
    this.#receiveTimeoutMs = receiveTimeoutMs;
    this.#totalTimer = this.#start(totalTimeoutMs, `It took longer than ${totalTimeoutMs} ms.`);
  }

  #start(timeoutMs: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.onTimeout(new ListTimeoutError(message)), timeoutMs);
  }

  startReceiving(): void {
    const timeoutMs = this.#receiveTimeoutMs;
    this.#receiveTimer = this.#start(timeoutMs, `Its caller took nothing for ${timeoutMs} ms.`);
  }

  stopReceiving(): void {
    clearTimeout(this.#receiveTimer);
  }

  stop(): void {
    clearTimeout(this.#totalTimer);
    clearTimeout(this.#receiveTimer);
  }
}

/** Throws errors before the first part. Later errors close the connection. */
export async function streamList(
  { open, recordBytes }: LongList,
  limits: ListLimits,
  abortConnection: AbortConnection,
): Promise<{ body: ReadableStream<Uint8Array>; ended: Promise<void> }> {
  const reader = new PartReader(await open(), recordBytes, limits.partBytes);
  const timers = new ListTimers(limits);
  void reader.ended.then(() => timers.stop());
  let firstPart: Part;
  try {
    firstPart = await reader.takePart();
  } catch (error) {
    reader.abandon();
    throw error;
  }
  return { body: createBody(reader, firstPart, timers, abortConnection), ended: reader.ended };
}

function createBody(
  reader: PartReader,
  firstPart: Part,
  timers: ListTimers,
  abortConnection: AbortConnection,
): ReadableStream<Uint8Array> {
  let nextPart: Part | undefined = firstPart;
  let isFinished = false;
  const finish = () => {
    isFinished = true;
    reader.abandon();
  };
  const fail = (controller: ReadableStreamDefaultController, error: Error) => {
    if (isFinished) return;
    finish();
    if (!abortConnection(error)) controller.error(error);
  };
  const startReceiving = () => {
    if (reader.isOpen) timers.startReceiving();
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      timers.onTimeout = (error) => fail(controller, error);
    },
    pull: async (controller) => {
      timers.stopReceiving();
      try {
        const { bytes, isLast } = nextPart ?? (await reader.takePart());
        nextPart = undefined;
        if (isFinished) return;
        controller.enqueue(bytes);
        isFinished = isLast;
        if (isLast) controller.close();
        else startReceiving();
      } catch (error) {
        fail(controller, error as Error);
      }
    },
    cancel: finish,
  };
  const body = new ReadableStream(source, { highWaterMark: 0 });
  startReceiving();
  return body;
}
