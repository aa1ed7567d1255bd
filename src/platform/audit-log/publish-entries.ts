import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../database/client/db.ts';
import { auditLogStagingTable } from '../../database/statements/audit-log-tables.ts';
import { markAsWriting, runOutsideReadScope } from '../../database/statements/read-scope.ts';
import { ActionError } from '../errors/action-error.ts';

/** A batch takes a few hundredths of a second. */
export const publishBatchSize = 1_000;

const waitTimeoutMs = 1_000;
const waitPauseMs = 5;

export interface PublishResult {
  /** Null while another session publishes, erases or deletes entries. */
  published: number | null;
  /** Dead rows slow down the next publication until VACUUM removes them. */
  deadRows: number;
  bytes: number;
  /** VACUUM requires PostgreSQL 17 or ownership of the table. Otherwise only autovacuum cleans it. */
  mayVacuum: boolean;
}

export async function publishEntries(db: Db, limit = publishBatchSize): Promise<PublishResult> {
  const [result] = await db.$queryRaw<[PublishResult]>`
    SELECT "publish_log_entries"(${limit}::int) AS published, pg_stat_get_dead_tuples(c.oid)::int AS "deadRows", pg_relation_size(c.oid)::float8 AS bytes,
      CASE WHEN current_setting('server_version_num')::int >= 170000 THEN has_table_privilege(c.oid, 'MAINTAIN')
        ELSE pg_has_role(c.relowner, 'USAGE') END AS "mayVacuum"
    FROM pg_class c WHERE c.oid = ${auditLogStagingTable}::text::regclass`;
  return result;
}

type Query = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

interface StagedRange {
  first: string | null;
  last: string | null;
}

const stagedRange = async (query: Query, accountId: number): Promise<StagedRange> => {
  const sql = 'SELECT first::text, last::text FROM "staged_log_entries"($1::int)';
  return (await query<StagedRange>(sql, [accountId]))[0] as StagedRange;
};

/**
 * Publishes the staged entries of the workspace, or waits for the session that does.
 * @returns false after a second, while an erasure or deletion prevents it
 */
export async function awaitPublication(query: Query, accountId: number): Promise<boolean> {
  const { last } = await stagedRange(query, accountId);
  if (last === null) return true;
  markAsWriting();
  return runOutsideReadScope(async () => {
    for (const deadline = performance.now() + waitTimeoutMs; performance.now() < deadline; ) {
      const sql = 'SELECT "publish_log_entries"($1::int, $2::int) AS published';
      const values = [publishBatchSize, accountId];
      const [result] = await query<{ published: number | null }>(sql, values);
      const { first } = await stagedRange(query, accountId);
      if (first === null || BigInt(first) > BigInt(last)) return true;
      if (result?.published === null) await sleep(waitPauseMs);
    }
    return false;
  });
}

export const queryOf =
  (db: Db): Query =>
  (sql, values) =>
    db.$queryRawUnsafe(sql, ...values);

/** @throws ActionError database_unavailable */
export async function requirePublication(query: Query, accountId: number): Promise<void> {
  if (await awaitPublication(query, accountId)) return;
  throw new ActionError(
    'database_unavailable',
    'The latest events have no positions yet. Try again in a moment.',
    { retryAfterSeconds: 1 },
  );
}
