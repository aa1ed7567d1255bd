import type pg from 'pg';
import { isDistributedHere } from './citus.ts';

/** Gives positions to all entries that were committed. */
export async function publishStaged(pool: pg.Pool): Promise<void> {
  if (isDistributedHere) return;
  for (;;) {
    const { rows } = await pool.query('SELECT "publish_log_entries"(100000) AS published');
    if (rows[0].published !== null) return;
  }
}

/** The last position of each workspace's log, for {@link behindEnds}. */
export async function readLogEnds(pool: pg.Pool): Promise<string> {
  await publishStaged(pool);
  const { rows } = await pool.query(
    `SELECT coalesce(json_object_agg("accountId", last), '{}')::text AS ends
     FROM (SELECT "accountId", max(place) AS last FROM "LogEntry" GROUP BY 1) ends`,
  );
  return rows[0].ends;
}

/** Whether an entry that was published in between is after the positions in a parameter. */
export const behindEnds = (parameter: string): string =>
  `"LogEntry".place > coalesce((${parameter}::jsonb ->> "accountId"::text)::bigint, 0)`;
