import { databaseStateMessage } from '../database/pool/availability-errors.ts';
import { runAdmitted } from '../database/statements/admitted-requests.ts';
import { ActionError } from '../platform/errors/action-error.ts';

export interface AdmissionLimits {
  /** Requests that run at the same time. */
  slots: number;
  /** Maximum number of requests that wait for a slot. The limit is lower while requests take long. */
  queueSize: number;
  /** Maximum wait of a request. It only takes longer if the database no longer responds. */
  timeoutMs: number;
}

/** Small reads share connections, so more slots than connections raise the throughput. */
const minSlots = 20;

/** Twice as many slots as connections, so that no connection is idle while a request computes. */
export function defaultAdmissionLimits(connections: number): AdmissionLimits {
  return {
    slots: Math.max(minSlots, 2 * connections),
    queueSize: 100 * connections,
    timeoutMs: 10_000,
  };
}

/** For long lists. Each of them holds a connection. */
export const longListAdmissionLimits: AdmissionLimits = {
  slots: 2,
  queueSize: 20,
  timeoutMs: 10_000,
};

/** Maximum share of the slots and of the queue for one caller, so that other callers find some. */
const maxCallerShare = 0.8;

/** A request that would wait longer than this share of the timeout is rejected at once. */
const maxExpectedWaitShare = 0.8;

/** Minimum share of the queue, even if requests take long. Without it, bursts would be rejected. */
const minQueueShare = 0.2;

/** Minimum length of a measurement of the response rate. */
const rateWindowMs = 1_000;

const initialResponsesPerMs = 0.05;

interface Waiter {
  resolve: () => void;
  reject: (reason: Error) => void;
  timer: NodeJS.Timeout;
  isDisconnected: () => boolean;
}

const neverDisconnected = () => false;

/** The caller disconnected before its request ran. There is no response. */
export class CallerDisconnectedError extends Error {
  override readonly name = 'CallerDisconnectedError';
}

/** The slot of a running request. */
export interface AdmissionSlot {
  /** Releases the slot while `work` waits for the caller, and takes it back afterwards. */
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Limits the requests that run at the same time. Further requests wait in one queue for each caller, and the callers take
 * turns. A request is rejected at once if the queue is full. No caller gets more than a share of the slots and of the queue.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #runningByCaller = new Map<string, number>();
  /** In the order of the callers' turns. */
  readonly #queues = new Map<string, Waiter[]>();
  #runningCount = 0;
  #queuedCount = 0;
  /** Counted since {@link #rateWindowStart}. */
  #responses = 0;
  #rateWindowStart = 0;
  #responsesPerMs = initialResponsesPerMs;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when the caller has a slot.
   * @throws ActionError database_unavailable, before `work` runs, if the service is overloaded
   * @throws CallerDisconnectedError, before `work` runs, if the caller has disconnected
   */
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
          // This may exceed the limit: an admitted request is never rejected.
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

  /** Number of running and of waiting requests. */
  load(): { running: number; waiting: number } {
    return { running: this.#runningCount, waiting: this.#queuedCount };
  }

  /** Whether a request of the caller would be rejected now. */
  isFullFor(caller: string): boolean {
    if (!this.#queues.has(caller) && this.#canRun(caller)) return false;
    const ownQueueLength = this.#queues.get(caller)?.length ?? 0;
    const callers = this.#queues.size + (ownQueueLength > 0 ? 0 : 1);
    const queueLimit = this.#queueLimit();
    return (
      this.#queuedCount >= queueLimit || ownQueueLength >= (queueLimit * maxCallerShare) / callers
    );
  }

  /** Maximum number of waiting requests, by the response rate. */
  #queueLimit(): number {
    const { queueSize, timeoutMs } = this.#limits;
    const expectedResponses = this.#responsesPerMs * timeoutMs * maxExpectedWaitShare;
    return Math.min(queueSize, Math.max(queueSize * minQueueShare, expectedResponses));
  }

  #countResponse(): void {
    this.#responses += 1;
    const elapsedMs = performance.now() - this.#rateWindowStart;
    // Without waiting requests, the rate depends on the callers, not on the service.
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

  /** Resolves when the caller has a slot. */
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

  /** Gives a free slot to the next caller that can run, and moves that caller to the end. */
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

/** The error of a request that was rejected before it ran. */
export function overloadedError(): ActionError {
  return new ActionError('database_unavailable', databaseStateMessage('overloaded'), {
    retryAfterSeconds: 1,
  });
}

/**
 * The caller for the admission: the workspace in the API key, or a part of the session or token. Nothing is verified yet,
 * which is enough for fair turns.
 */
export function callerFromHeaders(header: (name: string) => string | null | undefined): string {
  const key = header('x-api-key')?.trim();
  if (key) return /^ag_(\d{1,10})_/.exec(key)?.[1] ?? '';
  const token = header('authorization') ?? header('cookie');
  return token ? (/session_token=([\w-]{16})/.exec(token)?.[1] ?? token.slice(-16)) : '';
}
