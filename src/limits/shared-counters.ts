import { AsyncLocalStorage } from 'node:async_hooks';
import type { CounterValue } from './counter-store.ts';

export const rateLimitWindowMs = 60_000;

/** Long, since each synchronisation commits and all processes write the same row. */
const syncIntervalMs = 1_000;

/** After {@link SharedCounters.record}, for which no caller waits. */
const recordedSyncIntervalMs = 100;

/** Each further process can exceed the limit by this share. */
const maxUnsyncedShare = 1 / 50;

/** After this time, the local counts decide. */
const defaultSyncTimeoutMs = 1_000;

const localOnlyMs = 1_000;

interface PendingRequest {
  amount: number;
  resolve: (isAllowed: boolean) => void;
}

export class SharedCounter {
  readonly key: string;
  readonly limit: number;
  /** In milliseconds since 1970. */
  endsAt = 0;
  /** Of all processes, at the last synchronisation. */
  total = 0;
  inFlight = 0;
  unsynced = 0;
  pending: PendingRequest[] = [];
  readonly #offset: number;

  constructor(key: string, limit: number) {
    this.key = key;
    this.limit = limit;
    let hash = 0;
    for (let index = 0; index < key.length; index += 1)
      hash = (hash * 31 + key.charCodeAt(index)) % 60;
    this.#offset = hash * 1_000;
  }

  advanceWindow(now: number): void {
    if (now < this.endsAt && now >= this.endsAt - rateLimitWindowMs) return;
    this.endsAt = now + rateLimitWindowMs - ((now + this.#offset) % rateLimitWindowMs);
    this.total = 0;
    this.inFlight = 0;
    // Waiting requests count in the new window.
    this.unsynced = this.pending.reduce((total, { amount }) => total + amount, 0);
  }

  get left(): number {
    return Math.max(0, this.limit - this.total - this.inFlight - this.unsynced);
  }

  secondsLeft(now: number): number {
    this.advanceWindow(now);
    return Math.max(1, Math.ceil((this.endsAt - now) / 1_000));
  }

  get needsSync(): boolean {
    return this.unsynced + this.inFlight > (this.limit - this.total) * maxUnsyncedShare;
  }
}

interface SyncedCount {
  counter: SharedCounter;
  amount: number;
  endsAt: number;
  pending: PendingRequest[];
}

export interface SharedCountersOptions {
  add: (counts: readonly CounterValue[]) => Promise<CounterValue[]>;
  log: (message: string, error: unknown) => void;
  syncTimeoutMs?: number;
}

/**
 * Each process counts locally and synchronises once a second, ten times a second after {@link record}. Near a
 * limit, requests wait for a synchronisation. Without the database, local counts decide.
 */
export class SharedCounters {
  readonly #options: SharedCountersOptions;
  readonly #changedCounters = new Set<SharedCounter>();
  /** The timer must not keep the async context of a request. */
  readonly #runOutsideRequest = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #hasRecorded = false;
  #currentSync: Promise<void> | undefined;
  #localOnlyUntil = 0;
  #isErrorLogged = false;
  #isClosed = false;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
  }

  /** A promise only near the limit. */
  take(counter: SharedCounter, amount: number, now = Date.now()): boolean | Promise<boolean> {
    counter.advanceWindow(now);
    if (counter.left < amount) return false;
    counter.unsynced += amount;
    this.#changedCounters.add(counter);
    if (!counter.needsSync || now < this.#localOnlyUntil || this.#isClosed) {
      if (this.#timer === undefined && this.#currentSync === undefined) this.#scheduleSync();
      return true;
    }
    return new Promise((resolve) => {
      counter.pending.push({ amount, resolve });
      this.#startSync();
    });
  }

  /** Counts even if too few points are left. */
  record(counter: SharedCounter, amount: number, now = Date.now()): void {
    counter.advanceWindow(now);
    counter.unsynced += amount;
    this.#changedCounters.add(counter);
    if (this.#hasRecorded) return;
    this.#hasRecorded = true;
    if (this.#currentSync === undefined) this.#scheduleSync();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#currentSync;
    if (this.#changedCounters.size > 0) await this.#sync();
    clearTimeout(this.#timer);
  }

  #scheduleSync(): void {
    clearTimeout(this.#timer);
    const delayMs = this.#hasRecorded ? recordedSyncIntervalMs : syncIntervalMs;
    this.#timer = this.#runOutsideRequest(() =>
      setTimeout(() => this.#startSync(), delayMs).unref(),
    );
  }

  #startSync(): void {
    if (this.#currentSync !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#currentSync = this.#runOutsideRequest(() => this.#sync()).then(() => {
      this.#currentSync = undefined;
      if (this.#changedCounters.size === 0 || this.#isClosed) return;
      const hasPending = [...this.#changedCounters].some(({ pending }) => pending.length > 0);
      if (hasPending) this.#startSync();
      else this.#scheduleSync();
    });
  }

  /** Never rejects. */
  async #sync(): Promise<void> {
    const batch = [...this.#changedCounters].map((counter): SyncedCount => {
      const { endsAt, unsynced: amount, pending } = counter;
      Object.assign(counter, { inFlight: amount, unsynced: 0, pending: [] });
      return { counter, amount, endsAt, pending };
    });
    this.#changedCounters.clear();
    this.#hasRecorded = false;
    const allowPending = () => {
      for (const { pending } of batch) for (const { resolve } of pending.splice(0)) resolve(true);
    };
    const { syncTimeoutMs = defaultSyncTimeoutMs } = this.#options;
    const timeout = setTimeout(allowPending, syncTimeoutMs).unref();
    try {
      const rows = batch.map(({ counter, amount, endsAt }) => ({
        key: counter.key,
        points: amount,
        endsAt,
      }));
      const sums = new Map((await this.#options.add(rows)).map((sum) => [sum.key, sum]));
      this.#isErrorLogged = false;
      for (const entry of batch) this.#applySum(entry, sums.get(entry.counter.key));
    } catch (error) {
      this.#localOnlyUntil = Date.now() + localOnlyMs;
      for (const entry of batch) this.#restoreUnsynced(entry);
      allowPending();
      if (!this.#isErrorLogged)
        this.#options.log('Limits are counted in this process alone.', error);
      this.#isErrorLogged = true;
    } finally {
      clearTimeout(timeout);
    }
  }

  #applySum(
    { counter, amount, endsAt, pending }: SyncedCount,
    sum: CounterValue | undefined,
  ): void {
    if (counter.endsAt !== endsAt || sum?.endsAt !== endsAt) {
      // The window is over in this process, or in one whose clock is ahead.
      if (counter.endsAt === endsAt)
        Object.assign(counter, { total: counter.total + amount, inFlight: 0 });
      for (const { resolve } of pending.splice(0)) resolve(true);
      return;
    }
    const pendingPoints = pending.reduce((total, entry) => total + entry.amount, 0);
    let usedPoints = sum.points - pendingPoints;
    for (const { amount: requested, resolve } of pending.splice(0)) {
      const isAllowed = usedPoints + requested <= counter.limit;
      if (isAllowed) usedPoints += requested;
      resolve(isAllowed);
    }
    Object.assign(counter, { total: sum.points, inFlight: 0 });
    const returnedPoints = sum.points - usedPoints;
    if (returnedPoints === 0) return;
    counter.unsynced -= returnedPoints;
    this.#changedCounters.add(counter);
  }

  #restoreUnsynced({ counter, amount, endsAt }: SyncedCount): void {
    if (counter.endsAt !== endsAt) return;
    counter.unsynced += amount;
    counter.inFlight = 0;
    this.#changedCounters.add(counter);
  }
}
