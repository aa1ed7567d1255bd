import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { BoundedPool } from '../pool/connection-pool.ts';

/** Returns the rows of one snapshot in pages. */
export interface Cursor {
  /** Values of the first column. Fewer than `count` values mark the end. */
  next(count: number): Promise<string[]>;
  close(): Promise<void>;
  /** Closes the connection, also while a statement runs. */
  abandon(): void;
}

const pools = new WeakMap<PrismaClient, BoundedPool>();

export function registerPool(client: PrismaClient, pool: BoundedPool): void {
  pools.set(client, pool);
}

/** Read-only. Holds a connection until closed. */
export async function openCursor(
  client: PrismaClient,
  text: string,
  values: readonly unknown[],
): Promise<Cursor> {
  const pool = pools.get(client);
  if (!pool) throw new TypeError('The client was not opened by openDatabase.');
  const open = (from: BoundedPool) => openCursorOn(from, text, values);
  return pool.replicas
    ? await pool.replicas.onReplica(
        (one) => open(one.pool),
        () => open(pool),
      )
    : await open(pool);
}

async function openCursorOn(
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
