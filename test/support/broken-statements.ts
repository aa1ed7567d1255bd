import pg from 'pg';
import { vi } from 'vitest';
import { PooledClient } from '../../src/database/pool/pooled-connection.ts';

export interface Broken {
  isReached(): boolean;
  restore(): void;
}

type Query = (...all: unknown[]) => unknown;

/** Breaks the connection at the nth message from now on: before the message is sent, or after its response. */
export function breakConnectionAt(nth: number, when: 'before' | 'after'): Broken {
  const original = pg.Client.prototype.query as Query;
  let sent = 0;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...all: unknown[]
  ) {
    sent += 1;
    if (sent !== nth) return original.apply(this, all) as never;
    const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } })
      .connection;
    if (when === 'before') stream.destroy();
    const [query] = all as [{ submit?: unknown; callback?: (error: Error) => void }];
    // A batch reports its result with a callback.
    const { callback } = query;
    if (typeof query.submit === 'function' && when === 'after') {
      query.callback = () => {
        stream.destroy();
        callback?.(new Error('Connection terminated unexpectedly'));
      };
    }
    const result = original.apply(this, all) as Promise<unknown>;
    if (typeof query.submit === 'function') return result as never;
    return result.then(() => {
      stream.destroy();
      throw new Error('Connection terminated unexpectedly');
    }) as never;
  } as never);
  return { isReached: () => sent >= nth, restore: () => spy.mockRestore() };
}

/** A statement that fails: the server cancels it, or it is invalid. */
export const failingStatements = {
  cancelled: 'DO $$ BEGIN RAISE query_canceled; END $$',
  faulty: 'SELECT 1 / 0',
};

/** Has the server fail before the nth of the statements that transactions send from now on. BEGIN does not fail. */
export function failStatementAt(nth: number, how: keyof typeof failingStatements): Broken {
  const failing: pg.QueryConfig = { text: failingStatements[how] };
  let sent = 0;
  const isNext = (count: number) => {
    sent += count;
    return sent >= nth && sent - count < nth;
  };
  const batch = PooledClient.prototype.queryBatch;
  const batches = vi.spyOn(PooledClient.prototype, 'queryBatch').mockImplementation(function (
    this: PooledClient,
    queries,
  ) {
    const from = sent;
    if (!isNext(queries.length)) return batch.call(this, queries);
    const begins = /^\s*BEGIN\b/i.test(queries[0]?.text ?? '') ? 1 : 0;
    const at = Math.max(begins, nth - from - 1);
    return batch.call(this, [...queries.slice(0, at), failing, ...queries.slice(at)]);
  });
  const alone = pg.Client.prototype.query as Query;
  const single = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    query: unknown,
    ...rest: unknown[]
  ) {
    const isBatch = typeof (query as { submit?: unknown }).submit === 'function';
    if (isBatch || typeof rest.at(-1) === 'function' || !isNext(1))
      return alone.call(this, query, ...rest) as never;
    return alone.call(this, failing) as never;
  } as never);
  return {
    isReached: () => sent >= nth,
    restore: () => {
      batches.mockRestore();
      single.mockRestore();
    },
  };
}
