import type { Db } from '../database/client/db.ts';

/** How much somebody used of something in a window of time that ends at a moment, in milliseconds since 1970. */
export interface CounterValue {
  key: string;
  points: number;
  endsAt: number;
}

/** The largest number that the table takes. */
const most = 2_147_483_647;

/**
 * Adds what one process counted to what all processes together counted in the same windows, and answers their sums; of a
 * later window's where one has begun. Rows are taken in the order of their keys, so that no two processes wait for one another.
 * The commit is not waited for until it is on the disk: what a crash of the server forgets is a moment's counts. One statement.
 */
export async function addToCounters(
  db: Db,
  counts: readonly CounterValue[],
): Promise<CounterValue[]> {
  const keys = counts.map(({ key }) => key);
  const points = counts.map((count) => count.points);
  const ends = counts.map(({ endsAt }) => endsAt);
  const rows = await db.$queryRaw<{ key: string; points: number; expire: bigint }[]>`
    INSERT INTO "RateCount" AS r (key, points, expire)
    SELECT c.key, c.points, c.expire
    FROM unnest(${keys}::text[], ${points}::int[], ${ends}::bigint[]) AS c (key, points, expire)
      CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS at_once (setting)
    WHERE at_once.setting = 'off'
    ORDER BY c.key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE
        WHEN r.expire = EXCLUDED.expire THEN LEAST(r.points::bigint + EXCLUDED.points, ${most})::int
        WHEN r.expire < EXCLUDED.expire THEN EXCLUDED.points
        ELSE r.points END,
      expire = GREATEST(r.expire, EXCLUDED.expire)
    RETURNING key, points, expire`;
  return rows.map((row) => ({ key: row.key, points: row.points, endsAt: Number(row.expire) }));
}

/** Removes counts of what somebody used up of a limit that count no more; answers how many. One statement. */
export async function deleteExpiredCounters(db: Db, now: Date): Promise<number> {
  return db.$executeRaw`DELETE FROM "RateCount" WHERE expire < ${now.getTime()}`;
}
