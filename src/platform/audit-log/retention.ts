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

/**
 * What becomes of the log's entries: nothing changes or removes them but these functions, which ask functions of the database that run
 * as its owner (decision 37).
 */

/**
 * Entries that one statement blanks or removes, so that none takes long; where one is ended because it does, on a server that has
 * other work, the next take fewer, down to the least.
 */
const entriesAtOnce = { most: 1_000, least: 10 };

/** What is to be erased from the log. */
interface Erased {
  /** Who is erased: the log says so. */
  subject: { type: AuditedModel; id: string };
  /** The ids of its records, as the log has them: the database refuses those that do not belong to it. */
  records: readonly string[];
  /** Names and addresses of four letters or more: entries of other records that hold one are blanked. */
  words?: readonly string[];
  /** The ids of contacts who acted themselves, and are deleted. */
  actors?: readonly string[];
}

/** The statement that notes that a record is erased; what {@link auditEntryParameters} are comes before its id. */
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
 * Notes that somebody is erased, and blanks what the log keeps of records, in the transaction that is open: what was changed, and the names and addresses of those who
 * acted; that they were changed, when and by which operation stays. Answers how many entries it blanked. Two statements. What it is asked for beyond that is
 * refused by the database, as a defect.
 */
export async function eraseAuditChanges(
  context: WorkspaceAccess & Omit<AuditAuthor, 'by'>,
  { subject, records, actors = [], words = [] }: Erased,
): Promise<number> {
  const { accountId } = context;
  const db = unfilteredClient(context.db);
  // At once, and not with COMMIT: the database blanks nothing without it.
  await db.$executeRawUnsafe(
    erasedSql(subject.type),
    ...auditEntryParameters(auditAuthorOf(context)),
    subject.id,
  );
  // In FROM, and nothing beside it: so it may run on the server that has the workspace (decision 78).
  const [erased] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count FROM "erase_log"(${accountId}::int, ${[...records]}::text[], ${[...actors]}::text[], ${[...words]}::text[]) AS count`;
  return Number(erased.count);
}

/** Removes the log of a workspace that is deleted; answers how many entries there were. A statement for each 1,000 at most. */
export async function deleteAuditLog(db: Db, accountId: number): Promise<number> {
  return inParts(async (most) => {
    const [removed] = await db.$queryRaw<[{ count: number }]>`
      SELECT "delete_log"(${accountId}, ${most}::int)::int AS count`;
    return removed.count;
  });
}

/**
 * Blanks what changed long enough ago, and removes entries that were kept long enough, of all workspaces; answers how many.
 * A statement for each 1,000 of either at most, each of which stays done; who stops it waits for one of them. While another process
 * sweeps, there is nothing to do: several would wait for one another's rows and disk.
 */
export async function deleteExpiredAuditEntries(
  db: Db,
  now: Date,
  keeping: AuditRetentionDays,
  stopping?: AbortSignal,
): Promise<{ blanked: number; removed: number }> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const blanked = await inParts(async (most) => {
    const [swept] = await db.$queryRaw<[{ count: number }]>`
      SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended('sweep the log', 0))
        THEN "sweep_log_changes"(${before(keeping.changes)}::timestamptz, ${most}::int)::int ELSE 0 END AS count`;
    return swept.count;
  }, stopping);
  const removed = await inParts(async (most) => {
    const [swept] = await db.$queryRaw<[{ count: number }]>`
      SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended('sweep the log', 0))
        THEN "sweep_log"(${before(keeping.entries)}::timestamptz, ${most}::int)::int ELSE 0 END AS count`;
    return swept.count;
  }, stopping);
  return { blanked, removed };
}

async function inParts(
  part: (most: number) => Promise<number>,
  stopping?: AbortSignal,
): Promise<number> {
  let { most } = entriesAtOnce;
  for (let sum = 0; ; ) {
    if (stopping?.aborted) return sum;
    try {
      const count = await part(most);
      sum += count;
      if (count < most) return sum;
    } catch (error) {
      if (!isStatementTimeout(error) || most === entriesAtOnce.least) throw error;
      most = Math.max(entriesAtOnce.least, Math.floor(most / 4));
    }
  }
}
