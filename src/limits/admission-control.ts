import { databaseStateMessage } from '../database/pool/availability-errors.ts';
import { runAdmitted } from '../database/statements/admitted-requests.ts';
import { ActionError } from '../platform/errors/action-error.ts';

export interface AdmissionLimits {
  /** Requests that are worked on at once. */
  slots: number;
  /** Requests that may wait for a slot; fewer where they would wait long. */
  waiting: number;
  /** How long one waits at most: more only passes where the database has stopped to answer. */
  patienceMillis: number;
}

/** However few connections there are: small reads share them, the more the better (decision 95). */
const leastSlots = 20;

/** Twice as many as there are connections, so that none is idle while a request computes; and many that wait. */
export function defaultAdmissionLimits(connections: number): AdmissionLimits {
  return {
    slots: Math.max(leastSlots, 2 * connections),
    waiting: 100 * connections,
    patienceMillis: 10_000,
  };
}

/** Long lists that are read at once, each of which holds a connection; the next ones wait for a moment. */
export const longListAdmissionLimits: AdmissionLimits = {
  slots: 2,
  waiting: 20,
  patienceMillis: 10_000,
};

/** One caller's part of all slots and of all room to wait in, so that those who ask seldom find some. */
const largestShare = 0.8;

/** Nobody is let in to wait whose turn would come later than this part of the patience: it would be refused late. */
const longestExpected = 0.8;

/** However slow requests are worked on, this part of the room is used: without any, bursts would be refused. */
const leastRoom = 0.2;

/** How long is counted before it is said how many requests are answered in a second. */
const countingMillis = 1_000;

/** Answers for each millisecond, before any were counted. */
const firstPace = 0.05;

interface Waiter {
  enter: () => void;
  giveUp: (reason: Error) => void;
  timer: NodeJS.Timeout;
  isGone: () => boolean;
}

const nobodyLeaves = () => false;

/** The caller went away before its turn came: nothing was done for it, and nobody is there to be told. */
export class CallerDisconnectedError extends Error {
  override readonly name = 'CallerDisconnectedError';
}

/** A request's place among those that are worked on. */
export interface AdmissionSlot {
  /** Leaves the place to others while `work`, that waits for the caller, goes on; it is had again afterwards. */
  without<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Decides once for each request whether it is worked on. Beyond the slots requests wait, callers taking turns; beyond
 * what may wait they are refused at once. Nobody gets more than a share of the slots and of the room to wait in, so that
 * there is always some left for another caller.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #running = new Map<string, number>();
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  #runningCount = 0;
  #waitingCount = 0;
  /** Answers since the counting began, and how many came for each millisecond while others waited. */
  #answers = 0;
  #countedSince = 0;
  #pace = firstPace;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when the caller has a slot.
   * @throws ActionError database_unavailable, with nothing done, where there is more to do than the service can take;
   * CallerDisconnectedError, with nothing done, where the caller `isGone` by its turn
   */
  async run<T>(
    caller: string,
    work: (slot: AdmissionSlot) => Promise<T>,
    isGone = nobodyLeaves,
  ): Promise<T> {
    if (this.#waiting.has(caller) || !this.#mayRun(caller)) await this.#turn(caller, isGone);
    else this.#enter(caller);
    const entry = { isHeld: true, statements: 0, databaseMs: 0 };
    const slot: AdmissionSlot = {
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
      return await runAdmitted(entry, () => work(slot));
    } finally {
      entry.isHeld = false;
      this.#count();
      this.#leave(caller);
    }
  }

  /** How many requests are worked on, and how many wait for it. */
  standing(): { running: number; waiting: number } {
    return { running: this.#runningCount, waiting: this.#waitingCount };
  }

  /** Whether a request of the caller's would be refused now. */
  isFullFor(caller: string): boolean {
    if (!this.#waiting.has(caller) && this.#mayRun(caller)) return false;
    const own = this.#waiting.get(caller)?.length ?? 0;
    const callers = this.#waiting.size + (own > 0 ? 0 : 1);
    const room = this.#room();
    return this.#waitingCount >= room || own >= (room * largestShare) / callers;
  }

  /** How many may wait, by how many were answered lately. */
  #room(): number {
    const { waiting, patienceMillis } = this.#limits;
    const expected = this.#pace * patienceMillis * longestExpected;
    return Math.min(waiting, Math.max(waiting * leastRoom, expected));
  }

  #count(): void {
    this.#answers += 1;
    const counted = performance.now() - this.#countedSince;
    // While nobody waits the pace is that of the callers.
    if (counted < countingMillis || this.#waitingCount === 0) return;
    this.#pace = this.#answers / counted;
    this.#countAnew();
  }

  #countAnew(): void {
    this.#answers = 0;
    this.#countedSince = performance.now();
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
  #turn(caller: string, isGone: () => boolean): Promise<void> {
    if (this.isFullFor(caller)) throw overloadedError();
    const { patienceMillis } = this.#limits;
    const own = this.#waiting.get(caller) ?? [];
    if (this.#waitingCount === 0) this.#countAnew();
    return new Promise((resolve, reject) => {
      const giveUp = (reason: Error) => {
        clearTimeout(waiter.timer);
        this.#remove(caller, waiter);
        reject(reason);
      };
      const timer = setTimeout(() => giveUp(overloadedError()), patienceMillis);
      const waiter = { enter: resolve, giveUp, timer, isGone };
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
      while (own[0]?.isGone()) own[0].giveUp(new CallerDisconnectedError('The caller went away.'));
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
export function overloadedError(): ActionError {
  return new ActionError('database_unavailable', databaseStateMessage('overloaded'), {
    retryAfterSeconds: 1,
  });
}

/**
 * Whom a request says it comes from: the workspace of its key, or the session or token of who signed in. Enough to take turns
 * by, before any of it is looked up.
 */
export function callerFromHeaders(header: (name: string) => string | null | undefined): string {
  const key = header('x-api-key');
  if (key) return /^\s*ag_(\d{1,10})_/.exec(key)?.[1] ?? '';
  const token = header('authorization') ?? header('cookie');
  return token ? (/session_token=([\w-]{16})/.exec(token)?.[1] ?? token.slice(-16)) : '';
}
