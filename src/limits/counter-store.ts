import type { Db } from '../database/client/db.ts';

export interface CounterValue {
  key: string;
  points: number;
  /** In milliseconds since 1970. */
  endsAt: number;
}

const maxPoints = 2_147_483_647;

/**
 * Returns the sums; of a later window if one has begun. Ordered keys prevent deadlocks. The asynchronous commit
 * risks only a moment's counts.
 */
export async function addToCounters(
  db: Db,
  counts: readonly CounterValue[],
): Promise<CounterValue[]> {
  const keys = counts.map(({ key }) => key);
  const points = counts.map((count) => count.points);
  const endTimes = counts.map(({ endsAt }) => endsAt);
  const rows = await db.$queryRaw<{ key: string; points: number; expire: bigint }[]>`
    INSERT INTO "RateCount" AS r (key, points, expire)
    SELECT c.key, c.points, c.expire
    FROM unnest(${keys}::text[], ${points}::int[], ${endTimes}::bigint[]) AS c (key, points, expire)
      CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS at_once (setting)
    WHERE at_once.setting = 'off'
    ORDER BY c.key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE
        WHEN r.expire = EXCLUDED.expire THEN LEAST(r.points::bigint + EXCLUDED.points, ${maxPoints})::int
        WHEN r.expire < EXCLUDED.expire THEN EXCLUDED.points
        ELSE r.points END,
      expire = GREATEST(r.expire, EXCLUDED.expire)
    RETURNING key, points, expire`;
  return rows.map((row) => ({ key: row.key, points: row.points, endsAt: Number(row.expire) }));
}

export async function deleteExpiredCounters(db: Db, now: Date): Promise<number> {
  return db.$executeRaw`DELETE FROM "RateCount" WHERE expire < ${now.getTime()}`;
}
