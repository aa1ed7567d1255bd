import type { Cursor } from '../../database/transactions/cursors.ts';

/** Lists that are too long to be answered at once: a part after the other, as fast as the caller takes them. */

export interface ListLimits {
  /** About how many bytes are read at once; a caller that reads slowly makes the process keep a few times as many. */
  partBytes: number;
  /** How long a caller may leave a part untaken. */
  pauseMillis: number;
  /** How long reading a list may take altogether, since it holds a connection. */
  totalMillis: number;
}

export const defaultListLimits: ListLimits = {
  partBytes: 65_536,
  pauseMillis: 10_000,
  totalMillis: 60_000,
};

/** A list that was found to be long. */
export interface LongList {
  /** How many bytes its records have on the average, as far as is known. */
  recordBytes: number;
  open: () => Promise<Cursor>;
}

/**
 * Breaks the connection to the caller off, so that nobody takes half a list for a whole one; false where there is none,
 * and the stream has to tell.
 */
export type AbortConnection = (reason: Error) => boolean;

/** The list was not read to its end: its caller took too long. */
class ListGivenUp extends Error {
  override readonly name = 'ListGivenUp';
}

const mostRecords = 2_000;

interface Part {
  bytes: Buffer;
  isLast: boolean;
}

/** A list that is being read. One part is read ahead of the one that the caller takes. */
class Reading {
  /** Resolves when the list needs its connection no more. */
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

  /** The next part, as soon as it is there; the one behind it is read meanwhile. */
  async take(): Promise<Part> {
    const part = await this.#next;
    if (!part.isLast) {
      this.#next = this.#read(',');
      // Whoever takes it is told.
      this.#next.catch(() => undefined);
    }
    return part;
  }

  /** Whether it still holds a connection. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Gives the connection up, unless the list was read to its end. */
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

/**
 * Begins to answer a long list. What is wrong before its first part is there is thrown; what is wrong afterwards breaks
 * the connection off.
 */
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
