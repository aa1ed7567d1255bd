import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './client.ts';

/** Key of the advisory lock that services share, and that whoever restores a backup has alone. */
const serviceKey = 4_711_202_614;

/** A process that was killed keeps its lock until the server has noticed. */
const timeoutMs = 5_000;
const pollIntervalMs = 100;

/** The database is being restored, or a service uses it while it is to be restored. */
class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/**
 * Marks the database as used by a service, so that nobody restores a backup into it; the mark goes with the process, and
 * is set again when its connection was lost. Any number of services may do so.
 * @throws DatabaseInUseError where a backup is being restored
 */
export async function holdServiceLock(
  { listener }: Pick<Database, 'listener'>,
  log: (message: string, error?: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const mark = async () => {
    const [row] = await connection.query<{ marked: boolean }>(
      'SELECT pg_try_advisory_lock_shared($1) AS marked',
      [serviceKey],
    );
    return row?.marked === true;
  };
  const connection = listener({
    name: 'actiongraph service',
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
  if (await mark()) return connection;
  await connection.close();
  throw new DatabaseInUseError(
    'A backup is being restored into this database. Start again when that is done.',
  );
}

/**
 * Keeps services away until the session of `client` ends.
 * @throws DatabaseInUseError where one uses the database, or somebody else restores
 */
export async function lockOutServices(client: pg.ClientBase): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    // Whoever waits for a lock keeps others from it; services may go on starting.
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
