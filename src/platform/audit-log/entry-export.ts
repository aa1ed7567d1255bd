import type { Db } from '../../database/client/db.ts';
import { queryOf, requirePublication } from './publish-entries.ts';

/** Which entries of a workspace's log are read. */
export interface AuditRange {
  accountId: number;
  /** Written at this moment or later. */
  from: Date | null;
  /** Written before this moment. */
  to: Date | null;
}

/** Entries that one statement reads. */
const entriesAtOnce = 1_000;

/** How many entries there are. One statement. */
export async function countAuditEntries(
  db: Db,
  { accountId, from, to }: AuditRange,
): Promise<number> {
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM ONLY "LogEntry" WHERE "accountId" = ${accountId}
      AND (${from}::timestamptz IS NULL OR "createdAt" >= ${from}) AND (${to}::timestamptz IS NULL OR "createdAt" < ${to})`;
  return count;
}

/**
 * The entries of a workspace's log in their order, each as a line of JSON, a thousand at a time: however many there are, no more are
 * held. A statement for each thousand.
 */
export async function* readAuditEntryLines(
  db: Db,
  { accountId, from, to }: AuditRange,
): AsyncGenerator<string[]> {
  // Nothing is answered by the name of what is sorted by: a server that asks others sorts by the answer then.
  await requirePublication(queryOf(db), accountId);
  for (let last = '0'; ; ) {
    const rows = await db.$queryRaw<{ number: string; line: string }[]>`
      SELECT place::text AS number, json_build_object('place', place, 'at', to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', kind,
        'recordType', "recordType", 'recordId', "recordId", 'recordVersion', "recordVersion",
        'actorKind', "actorKind", 'actorId', "actorId", 'actorName', "actorName", 'operation', operation,
        'requestId', "requestId", 'address', address, 'before', before, 'after', after)::text AS line
      FROM ONLY "LogEntry" WHERE "accountId" = ${accountId} AND place > ${last}::bigint
        AND (${from}::timestamptz IS NULL OR "createdAt" >= ${from}) AND (${to}::timestamptz IS NULL OR "createdAt" < ${to})
      ORDER BY place LIMIT ${entriesAtOnce}`;
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < entriesAtOnce) return;
    last = rows.at(-1)?.number ?? last;
  }
}
