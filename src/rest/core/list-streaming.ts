import type { Cursor } from '../../database/transactions/cursors.ts';

/** Streams long lists in parts, at the speed of the receiver. */

export interface ListLimits {
  /** Approximate size of one read. The process buffers a few times as much for a slow receiver. */
  partBytes: number;
  /** Time in which the receiver must take a part. */
  pauseMillis: number;
  /** Maximum time of the whole response, because it holds a database connection. */
  totalMillis: number;
}

export const defaultListLimits: ListLimits = {
  partBytes: 65_536,
  pauseMillis: 10_000,
  totalMillis: 60_000,
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

/** The receiver took too long. */
class ListGivenUp extends Error {
  override readonly name = 'ListGivenUp';
}

const mostRecords = 2_000;

interface Part {
  bytes: Buffer;
  isLast: boolean;
}

/** Reads one part ahead of the receiver. */
class Reading {
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

  async take(): Promise<Part> {
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

  async #read(before: string): Promise<Part> {
    const wanted = Math.ceil(this.#partBytes / Math.max(1, this.#recordBytes));
    const count = Math.min(mostRecords, wanted);
    const records = await this.#cursor.next(count);
    const isLast = records.length < count;
    if (isLast) await this.#close();
    const start = records.length > 0 || before === '[' ? before : '';
    const bytes = Buffer.from(`${start}${records.join(',')}${isLast ? ']' : ''}`);
    if (!isLast) this.#recordBytes = bytes.length / records.length;
    return { bytes, isLast };
  }
}

/** Throws errors before the first part. Later errors close the connection. */
export async function streamList(
  { open, recordBytes }: LongList,
  { partBytes, pauseMillis, totalMillis }: ListLimits,
  breakOff: AbortConnection,
): Promise<{ body: ReadableStream<Uint8Array>; ended: Promise<void> }> {
  const reading = new Reading(await open(), recordBytes, partBytes);
  let pause: NodeJS.Timeout | undefined;
  let fail: (reason: Error) => void = () => undefined;
  const giveUp = (what: string) => fail(new ListGivenUp(what));
  const total = setTimeout(giveUp, totalMillis, `It took longer than ${totalMillis} ms.`);
  const waitForCaller = () => {
    if (!reading.isOpen) return;
    pause = setTimeout(giveUp, pauseMillis, `Its caller took nothing for ${pauseMillis} ms.`);
  };
  void reading.ended.then(() => {
    clearTimeout(total);
    clearTimeout(pause);
  });
  let first: Part | undefined;
  try {
    first = await reading.take();
  } catch (error) {
    reading.abandon();
    throw error;
  }
  let isOver = false;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        fail = (reason) => {
          if (isOver) return;
          isOver = true;
          reading.abandon();
          if (!breakOff(reason)) controller.error(reason);
        };
      },
      pull: async (controller) => {
        clearTimeout(pause);
        try {
          const { bytes, isLast } = first ?? (await reading.take());
          first = undefined;
          if (isOver) return;
          controller.enqueue(bytes);
          isOver = isLast;
          if (isLast) controller.close();
          else waitForCaller();
        } catch (error) {
          fail(error as Error);
        }
      },
      cancel: () => {
        isOver = true;
        reading.abandon();
      },
    },
    { highWaterMark: 0 },
  );
  waitForCaller();
  return { body, ended: reading.ended };
}
