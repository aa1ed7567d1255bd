import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DeadlineError } from '../statements/statement-deadline.ts';
import { isReadStatement } from '../statements/write-tracker.ts';
import { isSqlError } from './connection-errors.ts';
import type { PooledClient, SharedReadConnection } from './pooled-connection.ts';

/** Reads that one connection is given at most. */
const mostTogether = 16;

/** What they usually take together is no more than this, in milliseconds: where a connection is free, and where all are busy. */
const shortMillis = 1;
const longMillis = 5;

/** Those that are not answered by then are cancelled, and each is sent by itself: where a connection was free, and where all were busy. */
const lateMillis = 50;
const lateInCrowdMillis = 100;

/** The server is told within this that it is to cancel them, or the connection is given up. */
const graceMillis = 1_000;

/** What came late is sent by itself for so long. */
const apartMillis = 10_000;

/** What a statement takes is known from its best time, which counts this much more at each time that follows. */
const fading = 1.02;

/** Statements that are remembered; there are no more names (`database/statements/prepared-statement-names.ts`). */
const mostKnown = 2_000;

/**
 * What must not be sent together with others' reads: locks that are held until all are answered, and functions, of ours (quoted) or of the
 * server's, that do more than read.
 */
const doesMore =
  /"\s*\(|\bgraphile_worker\.\w+\s*\(|\b(?:UPDATE|SHARE|INTO|MERGE)\b|\bpg_|\b(?:lo|dblink)_|\b(?:nextval|setval|set_config|txid_current|dblink)\b/i;

/** Whether the answer to a statement is all that it leaves, so that it may be sent together with others and once more. */
export const isBatchableRead = (text: string): boolean =>
  isReadStatement(text) && !doesMore.test(text);

/** What is known of a statement that only reads. */
export class ReadTiming {
  /** What it takes at best, in milliseconds; undefined until it was answered once. */
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

/** What is known of the statements of a pool, by their names: those without one are planned anew and always sent by themselves. */
export class ReadTimings {
  readonly #known = new Map<string, ReadTiming | null>();

  /** Undefined for what is never sent together with others. */
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

/** A connection that several have, each for one read. */
export class SharedConnection implements SharedReadConnection {
  readonly client: PooledClient;
  /** Whether the reads were given up since one of them took long. */
  wasLate = false;
  /** What each of them took, in milliseconds, once they are answered. */
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
   * @param members how many have it, each of whom {@link leave}s
   * @param lateMillis how long their reads may take together
   * @param release gives it back, once all have left
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

  /** Whether what became of a read is its own fault, and not perhaps another's. */
  isOwnFault(error: unknown): boolean {
    return this.#queries.length === 1 || error instanceof DeadlineError;
  }

  /** Sends a read together with those that are added in the same moment; answers its own. */
  async send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const at = this.#queries.push(query) - 1;
    this.#answers ??= new Promise((resolve) => {
      // After all who were given the connection have had their turn.
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
    // What has arrived while this process was busy is read first.
    const look = () => setImmediate(giveUp);
    const timer =
      this.#queries.length === 1 ? undefined : setTimeout(look, this.#lateMillis).unref();
    try {
      return await this.client.sendReads(this.#queries);
    } finally {
      clearTimeout(timer);
      this.#isOver = true;
      this.millisEach = (performance.now() - began) / this.#queries.length;
      // A cancellation must not meet what the connection runs next.
      await told;
    }
  }

  /** Cancels what is still being answered. */
  async cancel(): Promise<void> {
    if (this.#isOver) return;
    this.#cancelled ??= this.client.cancel();
    await this.#cancelled;
  }

  /** Said by each who has it once it needs it no more. @param fault why the connection cannot be used any more */
  leave(fault?: Error): void {
    this.#fault ??= fault;
    this.#members -= 1;
    if (this.#members === 0) this.#release(this.#fault);
  }
}

/** Sends a read on a shared connection, and leaves that. */
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
 * Those who wait to read, and are given connections together. PostgreSQL wakes a process for what a connection is sent, and this one for
 * what it answers, which takes both longer than a small read: what comes while others are at work is sent together, at the end of
 * the same turn of the event loop or, where all connections are busy, as soon as one is free.
 */
export class ReadBatcher {
  readonly #connect: () => Promise<pg.PoolClient>;
  readonly #hasFree: () => boolean;
  #waiting: Waiting[] = [];
  #asked = 0;
  #isToAsk = false;

  /**
   * @param connect a connection of the pool, as soon as there is one
   * @param hasFree whether one could be had at once
   */
  constructor(connect: () => Promise<pg.PoolClient>, hasFree: () => boolean) {
    // In nobody's context: what is asked on the way to a connection belongs to none of those who wait.
    this.#connect = AsyncResource.bind(connect);
    this.#hasFree = hasFree;
  }

  /** Those who wait, beside those for whom the pool was asked for a connection. */
  get unasked(): number {
    return Math.max(0, this.#waiting.length - this.#asked);
  }

  /** A connection for one read, together with others. @param millis what it usually takes */
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
    // Each connection is given to several, so that fewer are asked for than there are who wait; more where they take long.
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
      // Whoever has waited as long as this is told the same.
      const refused = last ? this.#waiting.splice(0, this.#waiting.indexOf(last) + 1) : [];
      for (const { refuse } of refused) refuse(error);
      // Those who came since then.
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
    // Those that did not fit.
    this.#ask();
  }

  /** The next who share a connection. @param most what they may take together, in milliseconds */
  #next(most: number): Waiting[] {
    let count = 0;
    for (let millis = 0; count < Math.min(mostTogether, this.#waiting.length); count += 1) {
      millis += this.#waiting[count]?.millis ?? 0;
      if (count > 0 && millis > most) break;
    }
    return this.#waiting.splice(0, count);
  }
}
