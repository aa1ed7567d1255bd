import type { Db } from '../../database/client/db.ts';
import type { RecordChangeFeed } from './feed-types.ts';

/** How far those who follow are behind what was written. */

/** A transaction that is open for longer is told of by `/ready`: what it wrote is told to nobody before it ends. */
const longTransactionSeconds = 60;

export interface EventLag {
  /** Since when the oldest entry of a followed workspace's log waits that this process has not read yet; from the start of its transaction on. */
  eventSeconds: number;
  /** For how long the transaction is open that has written and not ended, of all that this database's owner may see. */
  openSeconds: number;
}

/** How long events wait. One statement, which looks once at the log of each workspace that is followed. */
export async function readEventLag(
  db: Db,
  changes: Pick<RecordChangeFeed, 'readPositions'>,
): Promise<EventLag> {
  const positions = [...changes.readPositions()];
  const [lag] = await db.$queryRaw<[EventLag]>`
    SELECT "oldest_write_seconds"() AS "openSeconds", coalesce((
      SELECT max(extract(epoch FROM clock_timestamp() - l."createdAt"))
      FROM unnest(${positions.map(([accountId]) => accountId)}::int[], ${positions.map(([, place]) => place)}::bigint[])
          AS heard ("accountId", place)
        JOIN "LogEntry" l ON l."accountId" = heard."accountId" AND (l.place > heard.place OR l.place < 0)
    ), 0)::float8 AS "eventSeconds"`;
  return lag;
}

/** For how many seconds a transaction is open that delays events; undefined where none is for long, or the database does not say. One statement. */
export async function readLongTransactionSeconds(
  db: Db,
  thresholdSeconds = longTransactionSeconds,
): Promise<number | undefined> {
  try {
    const [{ seconds }] = await db.$queryRaw<[{ seconds: number }]>`
      SELECT "oldest_write_seconds"() AS seconds`;
    return seconds > thresholdSeconds ? Math.ceil(seconds) : undefined;
  } catch {
    return undefined;
  }
}
