import {
  createWorkerThread,
  resolveWorkerProgram,
  ThreadEndedError,
} from '../platform/worker-threads/worker-thread.ts';
import type { ReceivedFile } from './read-received-file.ts';

/** Apart from the thread that makes documents, so that a hostile PDF does not delay those. */
const thread = createWorkerThread<Uint8Array>({
  program: resolveWorkerProgram(import.meta.url, 'received-file-worker'),
  ...{ reportsReady: true, capacity: 50, capacityOfOwner: 10 },
  // A file of 10 MB takes less than a second.
  ...{ timeoutMs: 3_000, memoryMegabytes: 512 },
  messageWords: {
    one: 'A received file',
    thread: 'The thread that reads received files',
    tooMany: 'Too many received files are being read.',
    none: 'No received files are read at the moment.',
  },
});

/**
 * @param owner the workspace
 * @throws ActionError too_many_requests; Error if the thread failed
 */
export async function readReceivedFile(file: Uint8Array, owner: number): Promise<ReceivedFile> {
  try {
    return (await thread.make(file, { owner })) as ReceivedFile;
  } catch (error) {
    if (!(error instanceof ThreadEndedError) || error.reason === 'end') throw error;
    const message = 'takes too much time or memory to read';
    return { errors: [{ code: 'too_complex', message }] };
  }
}

export const closeReceivedFileThread = (): Promise<void> => thread.close();
