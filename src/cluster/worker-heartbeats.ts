/** Between two questions to workers whether they are there. */
export const heartbeatIntervalMs = 1_000;

/** A worker that did not answer as many questions is told as silent. */
const silentAfter = 3;

/** A worker, as it is asked. */
interface Asked {
  /** Asks whether it is there. */
  ask(): void;
}

/**
 * Finds workers that hang: those whose event loop does not turn, though their process is there. What is counted is not time but how often this
 * process went on while a worker did not: a machine that stalls as a whole, or sleeps, stalls both.
 */
export class WorkerHeartbeats<T extends Asked> {
  readonly #most: number;
  readonly #size: number;
  /** How many beats have passed since each was asked, and has not answered. */
  readonly #unanswered = new Map<T, number>();
  #last = Number.NEGATIVE_INFINITY;

  /**
   * @param size workers that there are to be
   * @param seconds after which a worker hangs; 0 for never
   */
  constructor(size: number, seconds: number) {
    this.#size = size;
    this.#most = seconds === 0 ? Number.POSITIVE_INFINITY : (seconds * 1_000) / heartbeatIntervalMs;
  }

  /**
   * Asks those who are not asked yet, and answers the one that is to be given up, if any: one at a time, and only while nobody's place is empty. So
   * the next one is given up once its successor has shown that the machine can still start one.
   * @param now by a clock that is not set
   * @param workers those that answer requests
   */
  beat(now: number, workers: readonly T[]): T | undefined {
    const wasStalled = now - this.#last > 2 * heartbeatIntervalMs;
    this.#last = now;
    for (const worker of this.#unanswered.keys()) {
      if (!workers.includes(worker)) this.#unanswered.delete(worker);
    }
    for (const worker of workers) {
      const beats = this.#unanswered.get(worker);
      if (beats === undefined) {
        this.#unanswered.set(worker, 0);
        worker.ask();
      } else if (!wasStalled) {
        this.#unanswered.set(worker, beats + 1);
      }
    }
    if (wasStalled || workers.length < this.#size) return undefined;
    const [longest] = [...this.#unanswered].sort(([, one], [, other]) => other - one);
    return longest && longest[1] >= this.#most ? longest[0] : undefined;
  }

  /** A worker has answered. */
  heard(worker: T): void {
    this.#unanswered.delete(worker);
  }

  /** How many say nothing by now. */
  get silent(): number {
    return [...this.#unanswered.values()].filter((beats) => beats >= silentAfter).length;
  }
}
