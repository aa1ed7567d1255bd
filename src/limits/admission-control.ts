import { databaseStateMessage } from '../database/pool/availability-errors.ts';
import { runAdmitted } from '../database/statements/admitted-requests.ts';
import { ActionError } from '../platform/errors/action-error.ts';

export interface AdmissionLimits {
  slots: number;
  /** The effective limit is lower while requests take long. */
  queueSize: number;
  timeoutMs: number;
}

/** More slots than connections raise the throughput of small reads. */
const minSlots = 20;

/** Keeps connections busy while requests compute. */
export function defaultAdmissionLimits(connections: number): AdmissionLimits {
  return {
    slots: Math.max(minSlots, 2 * connections),
    queueSize: 100 * connections,
    timeoutMs: 10_000,
  };
}

export const longListAdmissionLimits: AdmissionLimits = {
  slots: 2,
  queueSize: 20,
  timeoutMs: 10_000,
};

/** Maximum share of the slots and of the queue for one caller. */
const maxCallerShare = 0.8;

/** A request with a longer expected wait is rejected at once. */
const maxExpectedWaitShare = 0.8;

/** Otherwise bursts would be rejected while requests take long. */
const minQueueShare = 0.2;

const rateWindowMs = 1_000;

const initialResponsesPerMs = 0.05;

interface Waiter {
  resolve: () => void;
  reject: (reason: Error) => void;
  timer: NodeJS.Timeout;
  isDisconnected: () => boolean;
}

const neverDisconnected = () => false;

export class CallerDisconnectedError extends Error {
  override readonly name = 'CallerDisconnectedError';
}

export interface AdmissionSlot {
  /** Frees the slot while `work` waits for the caller. */
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
}

/** Waiting requests have one queue per caller, served round-robin. A full queue rejects at once. */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #runningByCaller = new Map<string, number>();
  readonly #queues = new Map<string, Waiter[]>();
  #runningCount = 0;
  #queuedCount = 0;
  #responses = 0;
  #rateWindowStart = 0;
  #responsesPerMs = initialResponsesPerMs;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** @throws ActionError database_unavailable if overloaded, or CallerDisconnectedError, before `work` runs */
  async run<T>(
    caller: string,
    work: (slot: AdmissionSlot) => Promise<T>,
    isDisconnected = neverDisconnected,
  ): Promise<T> {
    if (this.#queues.has(caller) || !this.#canRun(caller))
      await this.#waitForSlot(caller, isDisconnected);
    else this.#acquire(caller);
    const entry = { isHeld: true, statements: 0, databaseMs: 0 };
    const slot: AdmissionSlot = {
      releaseWhile: async (pending) => {
        this.#release(caller);
        try {
          return await pending();
        } finally {
          // May exceed the limit: an admitted request is never rejected.
          this.#acquire(caller);
        }
      },
    };
    try {
      return await runAdmitted(entry, () => work(slot));
    } finally {
      entry.isHeld = false;
      this.#countResponse();
      this.#release(caller);
    }
  }

  load(): { running: number; waiting: number } {
    return { running: this.#runningCount, waiting: this.#queuedCount };
  }

  /** Whether a request would be rejected now. */
  isFullFor(caller: string): boolean {
    if (!this.#queues.has(caller) && this.#canRun(caller)) return false;
    const ownQueueLength = this.#queues.get(caller)?.length ?? 0;
    const callers = this.#queues.size + (ownQueueLength > 0 ? 0 : 1);
    const queueLimit = this.#queueLimit();
    return (
      this.#queuedCount >= queueLimit || ownQueueLength >= (queueLimit * maxCallerShare) / callers
    );
  }

  #queueLimit(): number {
    const { queueSize, timeoutMs } = this.#limits;
    const expectedResponses = this.#responsesPerMs * timeoutMs * maxExpectedWaitShare;
    return Math.min(queueSize, Math.max(queueSize * minQueueShare, expectedResponses));
  }

  #countResponse(): void {
    this.#responses += 1;
    const elapsedMs = performance.now() - this.#rateWindowStart;
    // Without waiting requests, the rate depends on the callers.
    if (elapsedMs < rateWindowMs || this.#queuedCount === 0) return;
    this.#responsesPerMs = this.#responses / elapsedMs;
    this.#restartRateWindow();
  }

  #restartRateWindow(): void {
    this.#responses = 0;
    this.#rateWindowStart = performance.now();
  }

  #canRun(caller: string): boolean {
    const { slots } = this.#limits;
    const running = this.#runningByCaller.get(caller) ?? 0;
    return this.#runningCount < slots && running < Math.ceil(slots * maxCallerShare);
  }

  #acquire(caller: string): void {
    this.#runningByCaller.set(caller, (this.#runningByCaller.get(caller) ?? 0) + 1);
    this.#runningCount += 1;
  }

  #release(caller: string): void {
    const remaining = (this.#runningByCaller.get(caller) ?? 0) - 1;
    if (remaining > 0) this.#runningByCaller.set(caller, remaining);
    else this.#runningByCaller.delete(caller);
    this.#runningCount -= 1;
    this.#startNext();
  }

  #waitForSlot(caller: string, isDisconnected: () => boolean): Promise<void> {
    if (this.isFullFor(caller)) throw overloadedError();
    const { timeoutMs } = this.#limits;
    const ownQueue = this.#queues.get(caller) ?? [];
    if (this.#queuedCount === 0) this.#restartRateWindow();
    return new Promise((resolve, reject) => {
      const rejectWaiter = (reason: Error) => {
        clearTimeout(waiter.timer);
        this.#remove(caller, waiter);
        reject(reason);
      };
      const timer = setTimeout(() => rejectWaiter(overloadedError()), timeoutMs);
      const waiter = { resolve, reject: rejectWaiter, timer, isDisconnected };
      this.#queues.set(caller, ownQueue);
      ownQueue.push(waiter);
      this.#queuedCount += 1;
    });
  }

  #remove(caller: string, waiter: Waiter): void {
    const ownQueue = this.#queues.get(caller) ?? [];
    ownQueue.splice(ownQueue.indexOf(waiter), 1);
    if (ownQueue.length === 0) this.#queues.delete(caller);
    this.#queuedCount -= 1;
  }

  /** Moves the caller to the end of the order. */
  #startNext(): void {
    for (const [caller, queue] of this.#queues) {
      while (queue[0]?.isDisconnected())
        queue[0].reject(new CallerDisconnectedError('The caller went away.'));
      const [first] = queue;
      if (first === undefined || !this.#canRun(caller)) continue;
      this.#remove(caller, first);
      if (this.#queues.delete(caller)) this.#queues.set(caller, queue);
      clearTimeout(first.timer);
      this.#acquire(caller);
      first.resolve();
      return;
    }
  }
}

export function overloadedError(): ActionError {
  return new ActionError('database_unavailable', databaseStateMessage('overloaded'), {
    retryAfterSeconds: 1,
  });
}

/** Not verified: it only selects a queue. */
export function callerFromHeaders(header: (name: string) => string | null | undefined): string {
  const key = header('x-api-key')?.trim();
  if (key) return /^ag_(\d{1,10})_/.exec(key)?.[1] ?? '';
  const token = header('authorization') ?? header('cookie');
  return token ? (/session_token=([\w-]{16})/.exec(token)?.[1] ?? token.slice(-16)) : '';
}
