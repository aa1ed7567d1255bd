import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DeadlineError } from '../statements/statement-deadline.ts';
import { isReadStatement } from '../statements/write-tracker.ts';
import { isSqlError } from './connection-errors.ts';
import type { PooledClient, SharedReadConnection } from './pooled-connection.ts';

const mostTogether = 16;

/** Maximum expected duration of a batch: with a free connection, and without. */
const shortMillis = 1;
const longMillis = 5;

/** After this time the batch is cancelled and each read sent alone: with a free connection, and without. */
const lateMillis = 50;
const lateInCrowdMillis = 100;

/** If the cancel request takes longer, the connection is closed. */
const graceMillis = 1_000;

/** Late reads are not batched for this long. */
const apartMillis = 10_000;

/** The estimate is the best time, raised by this factor with each slower one. */
const fading = 1.02;

const mostKnown = 2_000;

/** Side effects: row locks, writes, functions of the service (quoted) and of the server. */
const doesMore =
  /"\s*\(|\bgraphile_worker\.\w+\s*\(|\b(?:UPDATE|SHARE|INTO|MERGE)\b|\bpg_|\b(?:lo|dblink)_|\b(?:nextval|setval|set_config|txid_current|dblink)\b/i;

export const isBatchableRead = (text: string): boolean =>
  isReadStatement(text) && !doesMore.test(text);

export class ReadTiming {
  /** Undefined before the first result. */
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

/** By statement name. Statements without a name are planned for their values and never batched. */
export class ReadTimings {
  readonly #known = new Map<string, ReadTiming | null>();

  /** Undefined: never batched. */
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

export class SharedConnection implements SharedReadConnection {
  readonly client: PooledClient;
  wasLate = false;
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
   * @param members number of reads; each calls {@link leave}
   * @param release called after the last `leave`
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

  /** Sends the reads of one tick together. */
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
      // A late cancellation must not hit the connection's next statement.
      await told;
    }
  }

  async cancel(): Promise<void> {
    if (this.#isOver) return;
    this.#cancelled ??= this.client.cancel();
    await this.#cancelled;
  }

  leave(fault?: Error): void {
    this.#fault ??= fault;
    this.#members -= 1;
    if (this.#members === 0) this.#release(this.#fault);
  }
}

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
 * Waking the server's process and this one takes longer than a small read. Therefore the reads of one event loop
 * turn share a round trip, as do reads that wait for a connection.
 */
export class ReadBatcher {
  readonly #connect: () => Promise<pg.PoolClient>;
  readonly #hasFree: () => boolean;
  #waiting: Waiting[] = [];
  #asked = 0;
  #isToAsk = false;

  constructor(connect: () => Promise<pg.PoolClient>, hasFree: () => boolean) {
    // The batch belongs to several requests: none of their contexts applies.
    this.#connect = AsyncResource.bind(connect);
    this.#hasFree = hasFree;
  }

  /** Waiting reads for which no connection was requested. */
  get unasked(): number {
    return Math.max(0, this.#waiting.length - this.#asked);
  }

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
    // Long reads need more connections.
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
      // Later reads may still get a connection.
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

  /** @param most maximum total duration in milliseconds */
  #next(most: number): Waiting[] {
    let count = 0;
    for (let millis = 0; count < Math.min(mostTogether, this.#waiting.length); count += 1) {
      millis += this.#waiting[count]?.millis ?? 0;
      if (count > 0 && millis > most) break;
    }
    return this.#waiting.splice(0, count);
  }
}
