import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { parentPort } from 'node:worker_threads';

export interface ReadyMessage {
  /** The system's thread id, if known. */
  ready: number | null;
}

/** Limit in real time, because an idle thread that does not respond uses no CPU time. */
const idleTimeoutMs = (timeoutMs: number) => Math.max(3 * timeoutMs, 20_000);

/** Measures the time that the thread works, so a busy main thread or machine causes no timeout. */
export function watchBusyTime(
  busyMs: () => number,
  timeoutMs: number,
  giveUp: () => void,
): () => void {
  const before = busyMs();
  const latest = Date.now() + idleTimeoutMs(timeoutMs);
  let timer: NodeJS.Timeout;
  const look = () => {
    const left = timeoutMs - (busyMs() - before);
    if (left <= 0 || Date.now() >= latest) giveUp();
    else timer = setTimeout(look, Math.max(10, left));
  };
  timer = setTimeout(look, timeoutMs);
  return () => clearTimeout(timer);
}

/** Returns the CPU time on Linux, elsewhere the active time of the event loop. */
export function busyTimeOf({ performance }: Worker, task: number | null): () => number {
  const statistics = `/proc/self/task/${task}/schedstat`;
  if (task === null || !existsSync(statistics)) {
    return () => performance.eventLoopUtilization().active;
  }
  return () => Number(readFileSync(statistics, 'utf8').split(' ')[0]) / 1_000_000;
}

/** Must be called inside the thread. */
export function reportReady(): void {
  let task: number | null = null;
  try {
    task = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    // /proc exists only on Linux.
  }
  parentPort?.postMessage({ ready: task } satisfies ReadyMessage);
}
