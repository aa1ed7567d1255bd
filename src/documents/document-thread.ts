import type { WorkerProgram, WorkerThread } from '../platform/worker-threads/worker-thread.ts';
import {
  createWorkerThread,
  resolveWorkerProgram,
} from '../platform/worker-threads/worker-thread.ts';
import type { DocumentRequest } from './document-worker.ts';

/** Renders documents in one thread in the order of the requests. */
export interface DocumentThread {
  make(request: DocumentRequest, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

interface Options {
  capacity?: number;
  timeoutMs?: number;
  /** For tests: another thread program. It need not report that it is ready. */
  program?: WorkerProgram;
}

/** A thousand lines of 600 characters take two to three seconds. */
const defaults = { capacity: 100, timeoutMs: 20_000 };

/** The thread starts with the first request and does not keep an idle process alive. */
export function createDocumentThread({
  capacity = defaults.capacity,
  timeoutMs = defaults.timeoutMs,
  program,
}: Options = {}): DocumentThread {
  const thread: WorkerThread<DocumentRequest> = createWorkerThread({
    program: program ?? resolveWorkerProgram(import.meta.url, 'document-worker'),
    reportsReady: program === undefined,
    capacity,
    timeoutMs,
    memoryMegabytes: 512,
    messageWords: {
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
