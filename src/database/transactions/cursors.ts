import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { BoundedPool } from '../pool/connection-pool.ts';

/** The rows of one statement, read a few at a time, all of them as they were when it was sent. */
export interface Cursor {
  /** The first column of the next rows, as text; fewer than asked for where there are no more. */
  next(count: number): Promise<string[]>;
  /** Gives the connection back. */
  close(): Promise<void>;
  /** Gives the connection up, whatever runs on it. */
  abandon(): void;
}

const pools = new WeakMap<PrismaClient, BoundedPool>();

/** Says which connections a client works on. */
export function registerPool(client: PrismaClient, pool: BoundedPool): void {
  pools.set(client, pool);
}

/**
 * Opens a cursor for a statement that reads: in a transaction of its own, which writes nothing, on a connection that it
 * keeps until it is closed.
 */
export async function openCursor(
  client: PrismaClient,
  text: string,
  values: readonly unknown[],
): Promise<Cursor> {
  const pool = pools.get(client);
  if (!pool) throw new TypeError('The client was not opened by openDatabase.');
  const open = (from: BoundedPool) => openOn(from, text, values);
  return pool.replicas
    ? await pool.replicas.onReplica(
        (one) => open(one.pool),
        () => open(pool),
      )
    : await open(pool);
}

async function openOn(
  pool: BoundedPool,
  text: string,
  values: readonly unknown[],
): Promise<Cursor> {
  const connection = await pool.connectToRead();
  const abandon = () => connection.release(true);
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await connection.query({
      text: `DECLARE list NO SCROLL CURSOR FOR ${text}`,
      values: [...values],
    });
  } catch (error) {
    abandon();
    throw error;
  }
  return {
    next: async (count) => {
      const fetch = { text: `FETCH ${Math.trunc(count)} FROM list`, rowMode: 'array' };
      const { rows } = await connection.query<[string]>(fetch);
      return rows.map(([value]) => value);
    },
    close: async () => {
      try {
        await connection.query('COMMIT');
      } catch (error) {
        abandon();
        throw error;
      }
      connection.release();
    },
    abandon,
  };
}
