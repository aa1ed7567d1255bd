import { AsyncLocalStorage } from 'node:async_hooks';
import type { CounterValue } from './counter-store.ts';

export const rateLimitWindowMs = 60_000;

/**
 * Interval of the synchronisation between processes while no limit is near. It is long, since each synchronisation is a
 * statement and a commit, and all processes write the same row.
 */
const syncIntervalMs = 1_000;

/** The same interval after {@link SharedCounters.record}. No caller waits for that synchronisation. */
const recordedSyncIntervalMs = 100;

/**
 * A process uses at most this share of the remaining points before it has to synchronise. Each further process can exceed the
 * limit by this share.
 */
const maxUnsyncedShare = 1 / 50;

/** A caller waits this long for a slow database. After that, the counts of this process decide. */
const defaultSyncTimeoutMs = 1_000;

/** After a failed synchronisation, the process uses only its own counts for this long. */
const localOnlyMs = 1_000;

interface PendingRequest {
  amount: number;
  resolve: (isAllowed: boolean) => void;
}

/** Points of one limit that were used in the current window, as far as this process knows. */
export class SharedCounter {
  readonly key: string;
  readonly limit: number;
  /** The end of the window, in milliseconds since 1970. Windows end at a different moment for each key. */
  endsAt = 0;
  /** Points of all processes at the last synchronisation. */
  total = 0;
  /** Points of this process that the current synchronisation sends. */
  inFlight = 0;
  /** Points of this process that the next synchronisation sends. */
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

  /** Begins a new window if the current one is over. */
  advanceWindow(now: number): void {
    if (now < this.endsAt && now >= this.endsAt - rateLimitWindowMs) return;
    this.endsAt = now + rateLimitWindowMs - ((now + this.#offset) % rateLimitWindowMs);
    this.total = 0;
    this.inFlight = 0;
    // Requests that wait for a synchronisation count in the new window.
    this.unsynced = this.pending.reduce((total, { amount }) => total + amount, 0);
  }

  get left(): number {
    return Math.max(0, this.limit - this.total - this.inFlight - this.unsynced);
  }

  /** Seconds until the window is over, rounded up. Begins a new window if the current one is over. */
  secondsLeft(now: number): number {
    this.advanceWindow(now);
    return Math.max(1, Math.ceil((this.endsAt - now) / 1_000));
  }

  /** Whether this process used so many points since the last synchronisation that it has to synchronise. */
  get needsSync(): boolean {
    return this.unsynced + this.inFlight > (this.limit - this.total) * maxUnsyncedShare;
  }
}

/** Points of one counter in a synchronisation. */
interface SyncedCount {
  counter: SharedCounter;
  amount: number;
  endsAt: number;
  pending: PendingRequest[];
}

export interface SharedCountersOptions {
  /** Adds points to those of all processes and returns the sums. */
  add: (counts: readonly CounterValue[]) => Promise<CounterValue[]>;
  log: (message: string, error: unknown) => void;
  /** How long a caller waits for the database. Default: 1 s. */
  syncTimeoutMs?: number;
}

/**
 * Counters that all processes share. Each process counts locally and synchronises once a second, with one statement for all
 * changed counters. After {@link record} it synchronises ten times a second. Near a limit a request waits for a
 * synchronisation, so each further process can exceed the limit by a fiftieth at most. If the database is slow or
 * unreachable, each process uses its own counts.
 */
export class SharedCounters {
  readonly #options: SharedCountersOptions;
  readonly #changedCounters = new Set<SharedCounter>();
  /** The timer must not keep the async context of the request that starts it. */
  readonly #runOutsideRequest = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  /** Whether {@link record} was called since the last synchronisation. */
  #hasRecorded = false;
  #currentSync: Promise<void> | undefined;
  #localOnlyUntil = 0;
  #isErrorLogged = false;
  #isClosed = false;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
  }

  /** Uses points if enough are left. Returns whether they were. Returns a promise only near the limit. */
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

  /** Records points that were used already, even if fewer are left. */
  record(counter: SharedCounter, amount: number, now = Date.now()): void {
    counter.advanceWindow(now);
    counter.unsynced += amount;
    this.#changedCounters.add(counter);
    if (this.#hasRecorded) return;
    this.#hasRecorded = true;
    if (this.#currentSync === undefined) this.#scheduleSync();
  }

  /** Synchronises the remaining points. */
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

  /** Sends all unsynchronised points. Never rejects. */
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

  /** Decides about the waiting requests in their order, by the points that all processes used before them. */
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
