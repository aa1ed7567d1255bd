import { asAdmitted } from './database/admitted.ts';
import { messageOf } from './database/unavailable.ts';
import { ActionError } from './domain/kernel/errors.ts';

export interface AdmissionLimits {
  /** Requests that are worked on at once. */
  slots: number;
  /** Requests that may wait for a slot. */
  waiting: number;
  /** How long one waits at most: more only passes where the database has stopped to answer. */
  patienceMillis: number;
}

/** Twice as many as there are connections, so that none is idle while a request computes; and some that wait. */
export function usualAdmission(connections: number): AdmissionLimits {
  return { slots: 2 * connections, waiting: 20 * connections, patienceMillis: 10_000 };
}

/** A caller's part of all slots, so that those who ask seldom find one. */
const largestShare = 0.8;

interface Waiter {
  enter: () => void;
  timer: NodeJS.Timeout;
}

/** A request's place among those that are worked on. */
export interface Slot {
  /** Leaves the place to others while `work`, that waits for the caller, goes on; it is had again afterwards. */
  without<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Decides once for each request whether it is worked on. Beyond the slots requests wait, callers taking turns; beyond
 * what may wait they are refused at once. Nobody gets more than a share of the slots and of the room to wait in, so that
 * there is always some left for another caller.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #running = new Map<string, number>();
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when the caller has a slot.
   * @throws ActionError database_unavailable, with nothing done, where there is more to do than the service can take
   */
  async run<T>(caller: string, work: (slot: Slot) => Promise<T>): Promise<T> {
    if (this.#waiting.has(caller) || !this.#mayRun(caller)) await this.#turn(caller);
    else this.#enter(caller);
    const entry = { isHeld: true };
    const slot: Slot = {
      without: async (waiting) => {
        this.#leave(caller);
        try {
          return await waiting();
        } finally {
          // Over the limit perhaps: what was admitted is never refused.
          this.#enter(caller);
        }
      },
    };
    try {
      return await asAdmitted(entry, () => work(slot));
    } finally {
      entry.isHeld = false;
      this.#leave(caller);
    }
  }

  #mayRun(caller: string): boolean {
    const { slots } = this.#limits;
    const own = this.#running.get(caller) ?? 0;
    return this.#runningCount < slots && own < Math.ceil(slots * largestShare);
  }

  #enter(caller: string): void {
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    this.#runningCount += 1;
  }

  #leave(caller: string): void {
    const left = (this.#running.get(caller) ?? 0) - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    this.#runningCount -= 1;
    this.#next();
  }

  /** Resolves when the caller has got a slot. */
  #turn(caller: string): Promise<void> {
    const { waiting, patienceMillis } = this.#limits;
    const own = this.#waiting.get(caller) ?? [];
    const callers = this.#waiting.size + (own.length > 0 ? 0 : 1);
    if (this.#waitingCount >= waiting || own.length >= waiting / (callers + 1)) throw overloaded();
    return new Promise((resolve, reject) => {
      const waiter = { enter: resolve, timer: setTimeout(giveUp, patienceMillis) };
      const remove = (entry: Waiter) => this.#remove(caller, entry);
      function giveUp() {
        remove(waiter);
        reject(overloaded());
      }
      this.#waiting.set(caller, own);
      own.push(waiter);
      this.#waitingCount += 1;
    });
  }

  #remove(caller: string, waiter: Waiter): void {
    const own = this.#waiting.get(caller) ?? [];
    own.splice(own.indexOf(waiter), 1);
    if (own.length === 0) this.#waiting.delete(caller);
    this.#waitingCount -= 1;
  }

  /** Gives a free slot to the first in the order of turns who may have it, and puts that caller last. */
  #next(): void {
    for (const [caller, own] of this.#waiting) {
      const [first] = own;
      if (first === undefined || !this.#mayRun(caller)) continue;
      this.#remove(caller, first);
      if (this.#waiting.delete(caller)) this.#waiting.set(caller, own);
      clearTimeout(first.timer);
      this.#enter(caller);
      first.enter();
      return;
    }
  }
}

/** The request was refused before anything was done for it. */
function overloaded(): ActionError {
  return new ActionError('database_unavailable', messageOf('overloaded'), { retryAfterSeconds: 1 });
}

/** The workspace that a request’s key says it is of: enough to take turns by, before the key is looked up. */
export function callerOf(request: Request): string {
  return /^\s*ag_(\d{1,10})_/.exec(request.headers.get('x-api-key') ?? '')?.[1] ?? '';
}
