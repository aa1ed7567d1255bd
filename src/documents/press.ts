import type { Program, Thread } from '../domain/kernel/thread.ts';
import { createThread, programBeside } from '../domain/kernel/thread.ts';
import type { Order } from './press-worker.ts';

/** Makes documents in one thread, one after the other, in the order in which they were asked for. */
export interface Press {
  /** As {@link Thread.make}. */
  make(order: Order, signal?: AbortSignal): Promise<unknown>;
  /** As {@link Thread.close}. */
  close(): Promise<void>;
}

interface Options {
  /** Orders that may wait. */
  capacity?: number;
  /** How long the thread may be busy with one order. */
  patienceMillis?: number;
  /** In place of the own one, and without telling when it is ready. */
  program?: Program;
}

/** A thousand lines of 600 characters take two to three seconds; what takes longer than the patience is given up. */
const usual = { capacity: 100, patienceMillis: 20_000 };

/** No thread is started before the first order, and none keeps the process alive while it has nothing to do. */
export function createPress({
  capacity = usual.capacity,
  patienceMillis = usual.patienceMillis,
  program,
}: Options = {}): Press {
  const thread: Thread<Order> = createThread({
    program: program ?? programBeside(import.meta.url, 'press-worker'),
    tellsWhenReady: program === undefined,
    capacity,
    patienceMillis,
    memoryMegabytes: 512,
    words: {
      one: 'A document',
      thread: 'The thread that makes documents',
      tooMany: 'Too many documents are being made.',
      none: 'No documents are made at the moment.',
    },
  });
  return { make: (order, signal) => thread.make(order, { signal }), close: () => thread.close() };
}
