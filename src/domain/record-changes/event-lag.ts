import type { Db } from '../../database/client/db.ts';
import type { RecordChangeFeed } from './feed-types.ts';

/** `/ready` reports longer transactions, because their changes are published after COMMIT only. */
const longTransactionSeconds = 60;

export interface EventLag {
  /** The age of the oldest entry that this process has not read, since the start of its transaction. */
  eventLagSeconds: number;
  /** The age of the oldest open transaction with writes. */
  openTransactionSeconds: number;
}

export async function readEventLag(
  db: Db,
  changes: Pick<RecordChangeFeed, 'readPositions'>,
): Promise<EventLag> {
  const positions = [...changes.readPositions()];
  const [lag] = await db.$queryRaw<[EventLag]>`
    SELECT "oldest_write_seconds"() AS "openTransactionSeconds", coalesce((
      SELECT max(extract(epoch FROM clock_timestamp() - l."createdAt"))
      FROM unnest(${positions.map(([accountId]) => accountId)}::int[], ${positions.map(([, place]) => place)}::bigint[])
          AS read_log ("accountId", place)
        JOIN "LogEntry" l ON l."accountId" = read_log."accountId" AND (l.place > read_log.place OR l.place < 0)
    ), 0)::float8 AS "eventLagSeconds"`;
  return lag;
}

/** Undefined if none is open for long, or the database does not report it. */
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
