import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { parentPort } from 'node:worker_threads';

/** What a program says first that tells when it is ready. */
export interface ReadyMessage {
  /** Under which the system knows the thread; null where it does not tell. */
  ready: number | null;
}

/** Before a thread that is hardly busy, and does not answer either, is given up. */
const longestMillis = (patienceMillis: number) => Math.max(3 * patienceMillis, 20_000);

/**
 * Calls back once the thread was busy for as long as it may be from now on. What counts is what the thread itself was at
 * work: neither an answer that waits for a busy main thread to be read, nor a machine that is busy with other programs.
 */
export function watchBusyTime(
  busyMillis: () => number,
  patienceMillis: number,
  giveUp: () => void,
): () => void {
  const before = busyMillis();
  const latest = Date.now() + longestMillis(patienceMillis);
  let timer: NodeJS.Timeout;
  const look = () => {
    const left = patienceMillis - (busyMillis() - before);
    if (left <= 0 || Date.now() >= latest) giveUp();
    else timer = setTimeout(look, Math.max(10, left));
  };
  timer = setTimeout(look, patienceMillis);
  return () => clearTimeout(timer);
}

/** How long a thread has been at work, in milliseconds: on a processor, or else as Node sees it. */
export function busyTimeOf({ performance }: Worker, task: number | null): () => number {
  const statistics = `/proc/self/task/${task}/schedstat`;
  if (task === null || !existsSync(statistics)) {
    return () => performance.eventLoopUtilization().active;
  }
  return () => Number(readFileSync(statistics, 'utf8').split(' ')[0]) / 1_000_000;
}

/** Tells, from within a thread, that its program is ready for orders. */
export function reportReady(): void {
  let task: number | null = null;
  try {
    task = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    // There is no such thing but on Linux.
  }
  parentPort?.postMessage({ ready: task } satisfies ReadyMessage);
}
