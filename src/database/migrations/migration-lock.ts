import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../pool/single-connection.ts';
import { MigrationError } from './migration-history.ts';

/** The second one is the lock of Prisma's engine, which earlier releases used. */
const lockKeys = [4_711_202_611, 72_707_369];

const lockTimeoutMs = 10 * 60_000;
const pollIntervalMs = 100;

/** Dead clients are detected within seconds. */
const disconnectDetectionSettings = [
  'SET tcp_keepalives_idle = 10',
  'SET tcp_keepalives_interval = 5',
  'SET tcp_keepalives_count = 3',
  "SET client_connection_check_interval = '2s'",
];

/**
 * The lock belongs to the session that migrates.
 * @throws MigrationError after ten minutes; the reason of the signal
 */
export async function withMigrationLock<T>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return await withConnection(url, async (client) => {
    // Some platforms lack some settings.
    for (const setting of disconnectDetectionSettings)
      await client.query(setting).catch(() => undefined);
    const end = Date.now() + lockTimeoutMs;
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
    await sleep(pollIntervalMs, undefined, signal && { signal });
  }
}
