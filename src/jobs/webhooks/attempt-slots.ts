interface Waiter {
  accountId: number;
  isFailing: boolean;
  start: (release: () => void) => void;
}

/** Slow attempts leave their slot, so that slow and hanging receivers delay no others. */
const slowAfterMs = 50;

/** A process can have this many slow attempts for each slot. */
const slowFactor = 16;

/** Limits simultaneous attempts. A workspace has at most half of the slots, and failing endpoints a quarter. */
export class AttemptSlots {
  readonly #limit: number;
  readonly #byWorkspace = new Map<number, number>();
  #used = 0;
  #usedByFailing = 0;
  #slow = 0;
  #waiters: Waiter[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Calls `work` as soon as a slot is free. Callers wait in their order. */
  async run<T>(accountId: number, isFailing: boolean, work: () => Promise<T>): Promise<T> {
    const release = await new Promise<() => void>((start) => {
      this.#waiters.push({ accountId, isFailing, start });
      this.#startWaiters();
    });
    const timer = setTimeout(() => {
      if (this.#slow >= this.#limit * slowFactor) return;
      this.#slow += 1;
      isSlow = true;
      release();
    }, slowAfterMs);
    let isSlow = false;
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      if (isSlow) this.#slow -= 1;
      else release();
    }
  }

  #startWaiters(): void {
    const waiting: Waiter[] = [];
    for (const waiter of this.#waiters) {
      if (this.#hasSlotFor(waiter)) waiter.start(this.#take(waiter));
      else waiting.push(waiter);
    }
    this.#waiters = waiting;
  }

  #hasSlotFor({ accountId, isFailing }: Waiter): boolean {
    const ofWorkspace = this.#byWorkspace.get(accountId) ?? 0;
    return (
      this.#used < this.#limit &&
      ofWorkspace < Math.ceil(this.#limit / 2) &&
      (!isFailing || this.#usedByFailing < Math.ceil(this.#limit / 4))
    );
  }

  #take({ accountId, isFailing }: Waiter): () => void {
    const count = (sign: 1 | -1) => {
      this.#used += sign;
      if (isFailing) this.#usedByFailing += sign;
      const ofWorkspace = (this.#byWorkspace.get(accountId) ?? 0) + sign;
      if (ofWorkspace > 0) this.#byWorkspace.set(accountId, ofWorkspace);
      else this.#byWorkspace.delete(accountId);
    };
    count(1);
    return () => {
      count(-1);
      this.#startWaiters();
    };
  }
}
