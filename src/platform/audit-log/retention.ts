import type { AuditRetentionDays } from '../../config/audit-log-settings.ts';
import type { Db } from '../../database/client/db.ts';
import { isStatementTimeout } from '../../database/statements/sql-state.ts';
import { unfilteredClient } from '../access-policies/policy-client.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import type { AuditAuthor } from './audit-author.ts';
import { auditAuthorOf } from './audit-author.ts';
import type { AuditedModel } from './audited-columns.ts';
import {
  auditEntryParameterCount,
  auditEntryParameters,
  insertAuditEntriesSql,
} from './write-entries.ts';

/** These database functions run as the owner; the service can only append. */

/** After a statement timeout, the next statement deletes fewer entries. */
const batchSize = { most: 1_000, least: 10 };

interface Erased {
  subject: { type: AuditedModel; id: string };
  /** The database rejects audit record ids of other subjects. */
  records: readonly string[];
  /** Names and addresses of at least four letters. Every entry that contains one of them is redacted. */
  words?: readonly string[];
  /** Ids of deleted contacts that appear as actors. */
  actors?: readonly string[];
}

const erasedSql = (model: AuditedModel): string =>
  insertAuditEntriesSql(1, [
    {
      kind: 'ERASED',
      model,
      id: `$${auditEntryParameterCount + 1}::text`,
      version: 'NULL::int',
      from: '(SELECT) AS one',
    },
  ]);

/**
 * Removes values but keeps the kind, time and operation of each entry. Returns the number of redacted
 * entries.
 */
export async function eraseAuditChanges(
  context: WorkspaceAccess & Omit<AuditAuthor, 'by'>,
  { subject, records, actors = [], words = [] }: Erased,
): Promise<number> {
  const { accountId } = context;
  const db = unfilteredClient(context.db);
  // Not deferred to COMMIT, because `redact_audit_log` requires this entry.
  await db.$executeRawUnsafe(
    erasedSql(subject.type),
    ...auditEntryParameters(auditAuthorOf(context)),
    subject.id,
  );
  // Citus runs the function on the workspace's server only if it is alone in FROM.
  const [erased] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count FROM "redact_audit_log"(${accountId}::int, ${[...records]}::text[], ${[...actors]}::text[], ${[...words]}::text[]) AS count`;
  return Number(erased.count);
}

export async function deleteAuditLog(db: Db, accountId: number): Promise<number> {
  return inBatches(async (most) => {
    const [deleted] = await db.$queryRaw<[{ count: number }]>`
      SELECT "delete_audit_log"(${accountId}, ${most}::int)::int AS count`;
    return deleted.count;
  });
}

/**
 * Only one job runs, because concurrent jobs would wait for each other's rows. Each statement
 * commits separately.
 */
export async function deleteExpiredAuditEntries(
  db: Db,
  now: Date,
  retention: AuditRetentionDays,
  stopping?: AbortSignal,
): Promise<{ cleared: number; deleted: number }> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const cleared = await inBatches(async (most) => {
    const [batch] = await db.$queryRaw<[{ count: number }]>`
      SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended('sweep the log', 0))
        THEN "clear_expired_audit_changes"(${before(retention.changes)}::timestamptz, ${most}::int)::int ELSE 0 END AS count`;
    return batch.count;
  }, stopping);
  const deleted = await inBatches(async (most) => {
    const [batch] = await db.$queryRaw<[{ count: number }]>`
      SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended('sweep the log', 0))
        THEN "delete_expired_audit_entries"(${before(retention.entries)}::timestamptz, ${most}::int)::int ELSE 0 END AS count`;
    return batch.count;
  }, stopping);
  return { cleared, deleted };
}

async function inBatches(
  part: (most: number) => Promise<number>,
  stopping?: AbortSignal,
): Promise<number> {
  let { most } = batchSize;
  for (let sum = 0; ; ) {
    if (stopping?.aborted) return sum;
    try {
      const count = await part(most);
      sum += count;
      if (count < most) return sum;
    } catch (error) {
      if (!isStatementTimeout(error) || most === batchSize.least) throw error;
      most = Math.max(batchSize.least, Math.floor(most / 4));
    }
  }
}
