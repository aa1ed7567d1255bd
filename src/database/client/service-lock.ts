import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './client.ts';
import type { Db } from './db.ts';

/** Shared by services, exclusive for a restore. */
const serviceKey = 4_711_202_614;

const serviceName = 'actiongraph service';

const maxNameBytes = 63;

/** A killed process keeps its lock briefly. */
const timeoutMs = 5_000;
const pollIntervalMs = 100;

class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/**
 * Held again after reconnects, so that no backup is restored.
 * @throws DatabaseInUseError
 */
export async function holdServiceLock(
  { listener }: Pick<Database, 'listener'>,
  log: (message: string, error?: unknown) => void,
): Promise<{ close(): Promise<void>; announceUrl(url: string): Promise<boolean> }> {
  let name = serviceName;
  const mark = async () => {
    const [row] = await connection.query<{ marked: boolean }>(
      `SELECT pg_try_advisory_lock_shared($1) AS marked, set_config('application_name', $2, false)`,
      [serviceKey, name],
    );
    return row?.marked === true;
  };
  const connection = listener({
    name: serviceName,
    onNotification: () => undefined,
    onRestored: () => {
      mark().then(
        (isMarked) =>
          isMarked || log('A backup is being restored into the database of this service.'),
        (error) => log('The database could not be marked as used.', error),
      );
    },
    log,
  });
  const announceUrl = (url: string) => {
    const named = `${serviceName} ${url}`;
    if (named.length <= maxNameBytes && /^[!-~]+$/.test(url)) name = named;
    return mark();
  };
  if (await mark()) return { close: () => connection.close(), announceUrl };
  await connection.close();
  throw new DatabaseInUseError(
    'A backup is being restored into this database. Start again when that is done.',
  );
}

/** Prefers a URL that is not localhost. */
export async function findServiceUrl(db: Db): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ url: string }[]>`
    SELECT substr(application_name, ${serviceName.length + 2}::int) AS url FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE ${`${serviceName} http%`}
    ORDER BY application_name LIKE '%://localhost%', application_name LIMIT 1`;
  return row?.url;
}

/**
 * Holds until the session ends.
 * @throws DatabaseInUseError
 */
export async function lockOutServices(client: pg.ClientBase): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    // Polls: a waiting exclusive lock would block new shared ones.
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS excluded', [
      serviceKey,
    ]);
    if (rows[0].excluded) return;
    if (Date.now() > end) break;
    await sleep(pollIntervalMs);
  }
  throw new DatabaseInUseError(
    'A service is running on this database, or another backup is being restored into it. Stop it first, then restore.',
  );
}
