import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../pool/single-connection.ts';
import { MigrationError } from './migration-history.ts';

/**
 * Keys of the advisory locks that a migrating session holds: the program's own, and the one of Prisma's engine, with
 * which `prisma migrate` and earlier builds of this program work.
 */
const lockKeys = [4_711_202_611, 72_707_369];

/** How long a second process waits for the first to finish migrating. */
const patienceMillis = 10 * 60_000;
const pollMillis = 100;

/** A migrating process that is gone must not keep others waiting: the server notices its absence within seconds. */
const noticeAbsence = [
  'SET tcp_keepalives_idle = 10',
  'SET tcp_keepalives_interval = 5',
  'SET tcp_keepalives_count = 3',
  "SET client_connection_check_interval = '2s'",
];

/**
 * Runs `work` on a session that no other migrating process has a like of: the lock belongs to the session that does
 * the work, so that it ends with the last statement of a process that was killed, and not before.
 * @throws MigrationError where another process holds the lock for ten minutes; the signal's reason where it is aborted.
 */
export async function withMigrationLock<T>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return await withConnection(url, async (client) => {
    // Not every platform can do each of these.
    for (const setting of noticeAbsence) await client.query(setting).catch(() => undefined);
    const end = Date.now() + patienceMillis;
    for (const key of lockKeys) await takeLock(client, key, end, signal);
    return await work(client);
  });
}

async function takeLock(
  client: pg.Client,
  key: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [key],
    );
    if (rows[0]?.taken) return;
    if (Date.now() > end) {
      throw new MigrationError(
        'Another process has been migrating this database for ten minutes. Wait for it, or end it, and try again.',
      );
    }
    await sleep(pollMillis, undefined, signal && { signal });
  }
}
