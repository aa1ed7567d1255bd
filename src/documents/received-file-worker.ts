/** The worker thread for received files: see request-received-file.ts. */
import { parentPort } from 'node:worker_threads';
import { reportReady } from '../platform/worker-threads/thread-monitor.ts';
import type { ThreadResponse } from '../platform/worker-threads/worker-thread.ts';
import { readReceivedFile } from './read-received-file.ts';

const maxArrayBytes = 32 * 1_048_576;

/** A PDF of 10 MB can unpack to 10 GB, and the memory limit of threads does not count arrays. */
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct: (target, args, newTarget) => {
    if (args[0] > maxArrayBytes) throw new RangeError('The file unpacks to too many bytes.');
    return Reflect.construct(target, args, newTarget);
  },
});

parentPort?.on('message', async (file: Uint8Array) => {
  const response: ThreadResponse = await readReceivedFile(file).then(
    (made) => ({ made }),
    (error: unknown) => ({
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  parentPort?.postMessage(response);
});
reportReady();
