import type { Db } from '../../database/client/db.ts';
import { auditLogStagingTable } from '../../database/transactions/audit-log-staging.ts';

/** What was moved from the new entries into the log. */
export interface AuditTransferResult {
  /** How many; null where others blank, remove or move entries just now. */
  moved: number | null;
  /** How many that were moved have not been cleared away yet: an old transaction may see them still, and who reads new entries passes them. */
  uncleared: number;
  /** How large the file is in which they are. */
  bytes: number;
  /** Whether the service may clear them away: since PostgreSQL 17, or where it owns the tables. Elsewhere the server does it by itself, within a minute. */
  mayClear: boolean;
}

/** Moves new entries into the log, where all its indexes are: so many at most. One statement. */
export async function moveStagedEntries(db: Db, most: number): Promise<AuditTransferResult> {
  const [done] = await db.$queryRaw<[AuditTransferResult]>`
    SELECT "move_log"(${most}::int) AS moved, pg_stat_get_dead_tuples(c.oid)::int AS uncleared, pg_relation_size(c.oid)::float8 AS bytes,
      CASE WHEN current_setting('server_version_num')::int >= 170000 THEN has_table_privilege(c.oid, 'MAINTAIN')
        ELSE pg_has_role(c.relowner, 'USAGE') END AS "mayClear"
    FROM pg_class c WHERE c.oid = ${auditLogStagingTable}::text::regclass`;
  return done;
}
