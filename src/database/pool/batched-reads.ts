import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DeadlineError } from '../statements/statement-deadline.ts';
import { isReadStatement } from '../statements/write-tracker.ts';
import { isSqlError } from './connection-errors.ts';
import type { PooledClient, SharedReadConnection } from './pooled-connection.ts';

const mostTogether = 16;

/** Limit for the expected duration of a batch: if a connection is free, and if all are busy. */
const shortMillis = 1;
const longMillis = 5;

/**
 * The pool cancels a batch after this time and sends each read alone: if a connection was free, and if all were
 * busy.
 */
const lateMillis = 50;
const lateInCrowdMillis = 100;

/** Time for the cancel request. After it the pool closes the connection. */
const graceMillis = 1_000;

/** How long a late read is not batched. */
const apartMillis = 10_000;

/** The estimate is the best time. It grows by this factor with each slower one. */
const fading = 1.02;

const mostKnown = 2_000;

/**
 * Statements with side effects are never batched: row locks, writes, functions of the service (quoted) and of
 * the server.
 */
const doesMore =
  /"\s*\(|\bgraphile_worker\.\w+\s*\(|\b(?:UPDATE|SHARE|INTO|MERGE)\b|\bpg_|\b(?:lo|dblink)_|\b(?:nextval|setval|set_config|txid_current|dblink)\b/i;

/** Whether a statement can be batched and repeated. */
export const isBatchableRead = (text: string): boolean =>
  isReadStatement(text) && !doesMore.test(text);

/** The expected duration of a read. */
export class ReadTiming {
  /** Undefined before the first response. */
  #millis: number | undefined;
  #apartUntil = 0;

  get millis(): number | undefined {
    return performance.now() < this.#apartUntil ? undefined : this.#millis;
  }

  took(millis: number): void {
    this.#millis = this.#millis === undefined ? millis : Math.min(millis, this.#millis * fading);
  }

  cameLate(): void {
    this.#millis = undefined;
    this.#apartUntil = performance.now() + apartMillis;
  }
}

/** Timings by statement name. Statements without a name have no reusable plan and are never batched. */
export class ReadTimings {
  readonly #known = new Map<string, ReadTiming | null>();

  /** Returns undefined for a statement that is never batched. */
  of({ name, text }: pg.QueryConfig): ReadTiming | undefined {
    if (!name) return undefined;
    const known = this.#known.get(name);
    if (known !== undefined) return known ?? undefined;
    if (this.#known.size >= mostKnown) this.#known.clear();
    const fresh = isBatchableRead(text) ? new ReadTiming() : null;
    this.#known.set(name, fresh);
    return fresh ?? undefined;
  }
}

/** A connection for one batch of reads. */
export class SharedConnection implements SharedReadConnection {
  readonly client: PooledClient;
  /** Whether the batch was cancelled because it took too long. */
  wasLate = false;
  /** The duration of the batch divided by the number of reads. */
  millisEach = 0;
  readonly #lateMillis: number;
  #cancelled: Promise<void> | undefined;
  readonly #queries: pg.QueryConfig[] = [];
  readonly #release: (fault?: Error) => void;
  #members: number;
  #answers: Promise<pg.QueryResult[]> | undefined;
  #fault: Error | undefined;
  #isOver = false;

  /**
   * @param members the number of reads. Each calls {@link leave}
   * @param lateMillis the time limit of the batch
   * @param release releases the connection after the last `leave`
   */
  constructor(
    client: PooledClient,
    members: number,
    lateMillis: number,
    release: (fault?: Error) => void,
  ) {
    this.client = client;
    this.#members = members;
    this.#lateMillis = lateMillis;
    this.#release = release;
  }

  isOwnFault(error: unknown): boolean {
    return this.#queries.length === 1 || error instanceof DeadlineError;
  }

  /**
   * Sends the reads of one tick together.
   * @returns the result of this read
   */
  async send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const at = this.#queries.push(query) - 1;
    this.#answers ??= new Promise((resolve) => {
      process.nextTick(() => resolve(this.#sendAll()));
    });
    return (await this.#answers)[at] as pg.QueryResult;
  }

  async #sendAll(): Promise<pg.QueryResult[]> {
    const began = performance.now();
    let told: Promise<boolean> | undefined;
    const giveUp = () => {
      if (this.#isOver) return;
      this.wasLate = true;
      const late = sleep(graceMillis, false, { ref: false });
      const cancelled = this.cancel().then(
        () => true,
        () => false,
      );
      told = Promise.race([cancelled, late]);
      void told.then((isTold) => isTold || this.client.abandon());
    };
    // Responses that arrived while the event loop was blocked are read first.
    const look = () => setImmediate(giveUp);
    const timer =
      this.#queries.length === 1 ? undefined : setTimeout(look, this.#lateMillis).unref();
    try {
      return await this.client.sendReads(this.#queries);
    } finally {
      clearTimeout(timer);
      this.#isOver = true;
      this.millisEach = (performance.now() - began) / this.#queries.length;
      // The cancellation must not hit the next statement of the connection.
      await told;
    }
  }

  async cancel(): Promise<void> {
    if (this.#isOver) return;
    this.#cancelled ??= this.client.cancel();
    await this.#cancelled;
  }

  /** @param fault makes the connection unusable */
  leave(fault?: Error): void {
    this.#fault ??= fault;
    this.#members -= 1;
    if (this.#members === 0) this.#release(this.#fault);
  }
}

/** Sends a read on a shared connection and leaves that connection. */
export async function sendBatchedRead(
  shared: SharedConnection,
  query: pg.QueryConfig,
  known: ReadTiming,
): Promise<pg.QueryResult> {
  let fault: Error | undefined;
  try {
    const answer = await shared.client.readTogether(query, shared);
    known.took(shared.millisEach);
    return answer;
  } catch (error) {
    if (shared.wasLate) known.cameLate();
    if (!isSqlError(error)) fault = error as Error;
    throw error;
  } finally {
    shared.leave(fault);
  }
}

interface Waiting {
  millis: number;
  take: (shared: SharedConnection) => void;
  refuse: (error: unknown) => void;
}

/**
 * Collects reads and sends several on one connection. A small read takes less time than waking the server's
 * process and this one, so the
 * reads of one event loop turn share a round trip. If all connections are busy, they wait for the next free one.
 */
export class ReadBatcher {
  readonly #connect: () => Promise<pg.PoolClient>;
  readonly #hasFree: () => boolean;
  #waiting: Waiting[] = [];
  #asked = 0;
  #isToAsk = false;

  constructor(connect: () => Promise<pg.PoolClient>, hasFree: () => boolean) {
    // The connection belongs to several requests, so none of their contexts applies.
    this.#connect = AsyncResource.bind(connect);
    this.#hasFree = hasFree;
  }

  /** The number of waiting reads for which no connection was requested. */
  get unasked(): number {
    return Math.max(0, this.#waiting.length - this.#asked);
  }

  /** @param millis the expected duration of the read */
  take(millis: number): Promise<SharedConnection> {
    return new Promise((take, refuse) => {
      this.#waiting.push({ millis, take, refuse });
      if (this.#isToAsk) return;
      this.#isToAsk = true;
      setImmediate(this.#ask);
    });
  }

  readonly #ask = (): void => {
    this.#isToAsk = false;
    // Long reads need more connections than the number of reads requires.
    const millis = this.#waiting.reduce((sum, one) => sum + one.millis, 0);
    const needed = Math.min(
      this.#waiting.length,
      Math.ceil(Math.max(this.#waiting.length / mostTogether, (2 * millis) / longMillis)),
    );
    for (; this.#asked < needed; this.#asked += 1) void this.#share();
  };

  async #share(): Promise<void> {
    const last = this.#waiting.at(-1);
    let client: pg.PoolClient;
    try {
      client = await this.#connect();
    } catch (error) {
      this.#asked -= 1;
      // The error applies to all reads that waited since the request.
      const refused = last ? this.#waiting.splice(0, this.#waiting.indexOf(last) + 1) : [];
      for (const { refuse } of refused) refuse(error);
      return this.#ask();
    }
    this.#asked -= 1;
    const isFree = this.#hasFree();
    const next = this.#next(isFree ? shortMillis : longMillis);
    if (next.length === 0) return client.release();
    const shared = new SharedConnection(
      client as unknown as PooledClient,
      next.length,
      isFree ? lateMillis : lateInCrowdMillis,
      (fault) => client.release(fault),
    );
    for (const { take } of next) take(shared);
    this.#ask();
  }

  /** @param most the limit for their total duration, in milliseconds */
  #next(most: number): Waiting[] {
    let count = 0;
    for (let millis = 0; count < Math.min(mostTogether, this.#waiting.length); count += 1) {
      millis += this.#waiting[count]?.millis ?? 0;
      if (count > 0 && millis > most) break;
    }
    return this.#waiting.splice(0, count);
  }
}
