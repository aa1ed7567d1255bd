export const heartbeatIntervalMs = 1_000;

const unresponsiveAfter = 3;

interface Pingable {
  ping(): void;
}

/**
 * Finds workers with a blocked event loop. Counts ticks of this process instead of time, so a stalled machine
 * does not count.
 */
export class WorkerHeartbeats<T extends Pingable> {
  readonly #maxMissed: number;
  readonly #workerCount: number;
  readonly #missedByWorker = new Map<T, number>();
  #lastCheckAt = Number.NEGATIVE_INFINITY;

  /** @param timeoutSeconds 0 disables the check */
  constructor(workerCount: number, timeoutSeconds: number) {
    this.#workerCount = workerCount;
    this.#maxMissed =
      timeoutSeconds === 0
        ? Number.POSITIVE_INFINITY
        : (timeoutSeconds * 1_000) / heartbeatIntervalMs;
  }

  /**
   * Returns a worker to kill only if all are running, so that they are replaced one by one.
   * @param now a monotonic time
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
