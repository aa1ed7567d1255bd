import type { WorkerProgram, WorkerThread } from '../platform/worker-threads/worker-thread.ts';
import {
  createWorkerThread,
  resolveWorkerProgram,
} from '../platform/worker-threads/worker-thread.ts';
import type { DocumentRequest } from './document-worker.ts';

/** Makes documents in one thread, one after the other, in the order in which they were asked for. */
export interface DocumentThread {
  /** As {@link WorkerThread.make}. */
  make(request: DocumentRequest, signal?: AbortSignal): Promise<unknown>;
  /** As {@link WorkerThread.close}. */
  close(): Promise<void>;
}

interface Options {
  /** Requests that may wait. */
  capacity?: number;
  /** How long the thread may be busy with one request. */
  patienceMillis?: number;
  /** In place of the own one, and without telling when it is ready. */
  program?: WorkerProgram;
}

/** A thousand lines of 600 characters take two to three seconds; what takes longer than the patience is given up. */
const usual = { capacity: 100, patienceMillis: 20_000 };

/** No thread is started before the first request, and none keeps the process alive while it has nothing to do. */
export function createDocumentThread({
  capacity = usual.capacity,
  patienceMillis = usual.patienceMillis,
  program,
}: Options = {}): DocumentThread {
  const thread: WorkerThread<DocumentRequest> = createWorkerThread({
    program: program ?? resolveWorkerProgram(import.meta.url, 'document-worker'),
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
  return {
    make: (request, signal) => thread.make(request, { signal }),
    close: () => thread.close(),
  };
}
