import type pg from 'pg';
import { inject } from 'vitest';
import { auditLogStagingTable } from '../../src/database/statements/audit-log-tables.ts';
import { createTestDatabase, openTestDatabase, patient, type TestDatabase } from './database.ts';

/** A database of a test's own, on one server, that is written as one that is spread: without any trigger. */
export async function createWithoutTriggers(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  const { rows } = await made.owner.query<{ text: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS text FROM pg_trigger WHERE NOT tgisinternal`,
  );
  for (const { text } of rows) await made.owner.query(text);
  await made.database.close();
  const database = openTestDatabase({ url: made.url, isDistributed: true, limits: patient });
  const drop = async () => {
    await database.close();
    await made.drop();
  };
  return { ...made, database, drop };
}

/** Whether the tests' databases are spread over several servers (docs/scaling.md). */
export const isDistributedHere = inject('spreadServers').length > 0;

/** The table that writes insert their audit entries into. */
export const entriesTable = isDistributedHere ? '"LogEntry"' : auditLogStagingTable;

/**
 * The inherent differences of distributed tables: some writes are several statements, because there are no triggers, and processes are not
 * notified of changes by plain SQL.
 */
export const byNature = {
  /** How many statements a write takes that is one elsewhere. */
  statements: (spread: number): number => (isDistributedHere ? spread : 1),
  /** Whether processes hear what was written without a word of the service: by triggers. */
  hearsPlainSql: !isDistributedHere,
  /** Whether the database itself rejects to remove a workspace that has a log: by a trigger. */
  keepsLogs: !isDistributedHere,
};

/** How many wait for a lock, on whichever server of a database. */
export async function countWaiting(connection: pg.Pool | pg.PoolClient): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    isDistributedHere
      ? `SELECT count(DISTINCT waiting_gpid)::int AS count FROM citus_lock_waits`
      : `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND pid IN (
           SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
}

/** Whether any test does. */
export const isWaiting = async (pool: pg.Pool): Promise<boolean> => (await countWaiting(pool)) > 0;

/** Whether the log's new entries have a table of their own: not where tables are spread. */
export async function hasNewEntries(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT to_regclass('${auditLogStagingTable}') IS NOT NULL AS "are"`,
  );
  return rows[0].are;
}
