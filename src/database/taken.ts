import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** A connection that knows the transaction that is open on it; null where none is. */
export interface TransactionConnection extends pg.Client {
  readonly transaction: object | null;
}

/** The connection that a transaction got. */
export interface Taken {
  connection?: TransactionConnection;
}

const taking = new AsyncLocalStorage<Taken>();

/** Opens a transaction, and notes which connection it gets: the first that is asked for. */
export function noteTaken<T>(taken: Taken, open: () => Promise<T>): Promise<T> {
  return taking.run(taken, open);
}

/** A connection was given to whoever asked for one. */
export function noteGiven(connection: unknown): void {
  const taken = taking.getStore();
  if (taken) taken.connection ??= connection as TransactionConnection;
}
