import type { Db } from '../../database/client/db.ts';
import { queryOf, requirePublication } from './publish-entries.ts';

export interface AuditRange {
  accountId: number;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

const batchSize = 1_000;

export async function countAuditEntries(
  db: Db,
  { accountId, from, to }: AuditRange,
): Promise<number> {
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM ONLY "LogEntry" WHERE "accountId" = ${accountId}
      AND (${from}::timestamptz IS NULL OR "createdAt" >= ${from}) AND (${to}::timestamptz IS NULL OR "createdAt" < ${to})`;
  return count;
}

export async function* readAuditEntryLines(
  db: Db,
  { accountId, from, to }: AuditRange,
): AsyncGenerator<string[]> {
  await requirePublication(queryOf(db), accountId);
  for (let last = '0'; ; ) {
    // Not named `place`: a Citus coordinator would sort by the output column.
    const rows = await db.$queryRaw<{ number: string; line: string }[]>`
      SELECT place::text AS number, json_build_object('place', place, 'at', to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', kind,
        'recordType', "recordType", 'recordId', "recordId", 'recordVersion', "recordVersion",
        'actorKind', "actorKind", 'actorId', "actorId", 'actorName', "actorName", 'operation', operation,
        'requestId', "requestId", 'address', address, 'clientName', "clientName", 'before', before, 'after', after)::text AS line
      FROM ONLY "LogEntry" WHERE "accountId" = ${accountId} AND place > ${last}::bigint
        AND (${from}::timestamptz IS NULL OR "createdAt" >= ${from}) AND (${to}::timestamptz IS NULL OR "createdAt" < ${to})
      ORDER BY place LIMIT ${batchSize}`;
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.number ?? last;
  }
}
