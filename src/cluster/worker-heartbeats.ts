export const heartbeatIntervalMs = 1_000;

/** A worker that missed this many heartbeats counts as unresponsive in the metrics. */
const unresponsiveAfter = 3;

interface Pingable {
  ping(): void;
}

/**
 * Finds workers that hang: the process exists, but its event loop is blocked. It counts the ticks of this process in which a
 * worker did not respond, not the time: if the whole machine stalls or sleeps, both stall.
 */
export class WorkerHeartbeats<T extends Pingable> {
  readonly #maxMissed: number;
  readonly #workerCount: number;
  /** Heartbeats since the unanswered ping of each worker. */
  readonly #missedByWorker = new Map<T, number>();
  #lastCheckAt = Number.NEGATIVE_INFINITY;

  /**
   * @param workerCount configured number of workers
   * @param timeoutSeconds time without a response after which a worker hangs; 0 disables the check
   */
  constructor(workerCount: number, timeoutSeconds: number) {
    this.#workerCount = workerCount;
    this.#maxMissed =
      timeoutSeconds === 0
        ? Number.POSITIVE_INFINITY
        : (timeoutSeconds * 1_000) / heartbeatIntervalMs;
  }

  /**
   * Pings the workers and returns the one to kill, if any. It returns one worker only if all workers are present, so that the
   * next one is killed after the successor of the last one has started.
   * @param now a monotonic time
   * @param workers the workers that serve requests
   */
  check(now: number, workers: readonly T[]): T | undefined {
    const wasStalled = now - this.#lastCheckAt > 2 * heartbeatIntervalMs;
    this.#lastCheckAt = now;
    for (const worker of this.#missedByWorker.keys()) {
      if (!workers.includes(worker)) this.#missedByWorker.delete(worker);
    }
    for (const worker of workers) {
      const missed = this.#missedByWorker.get(worker);
      if (missed === undefined) {
        this.#missedByWorker.set(worker, 0);
        worker.ping();
      } else if (!wasStalled) {
        this.#missedByWorker.set(worker, missed + 1);
      }
    }
    if (wasStalled || workers.length < this.#workerCount) return undefined;
    const [leastResponsive] = [...this.#missedByWorker].sort(([, a], [, b]) => b - a);
    return leastResponsive && leastResponsive[1] >= this.#maxMissed
      ? leastResponsive[0]
      : undefined;
  }

  recordResponse(worker: T): void {
    this.#missedByWorker.delete(worker);
  }

  get unresponsiveCount(): number {
    return [...this.#missedByWorker.values()].filter((missed) => missed >= unresponsiveAfter)
      .length;
  }
}
