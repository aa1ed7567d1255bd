import { unfilteredClient } from '../access-policies/policy-client.ts';
import { isColumnHidden } from '../access-policies/row-filters.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { canRead, restrictedAccessKindOf } from '../permissions/permissions.ts';
import type { AuditedModel, DatabaseRow } from './audited-columns.ts';
import { auditRecordIdOf } from './audited-columns.ts';

/** Maximum number of changes to report. After more changes, the client must read the record again. */
const maxEntries = 200;

interface Change {
  version: number | null;
  kind: string;
  /** False if the entry's values have expired or were erased. */
  isKept: boolean;
  columns: string[];
}

/**
 * Null if the audit log cannot determine the columns (expired values, unknown versions) or the caller may not read the
 * record.
 * @param row the current record, locked
 */
export async function findFieldsChangedSince(
  context: WorkspaceAccess,
  model: AuditedModel,
  row: DatabaseRow & { version: number },
  version: number | undefined,
): Promise<string[] | null> {
  const isBefore = version !== undefined && version >= 1 && version < row.version;
  if (!isBefore || !canRead(context, permissionAreaByModel[model])) return null;
  const { accountId, actor, db } = context;
  const entries = await unfilteredClient(db).$queryRaw<Change[]>`
    SELECT "recordVersion" AS version, kind::text AS kind, after IS NOT NULL AS "isKept",
      ARRAY(SELECT jsonb_object_keys(after)) AS columns
    FROM "LogEntry"
    WHERE "accountId" = ${accountId} AND "recordId" = ${auditRecordIdOf(model, row)} AND "recordType" = ${model}
    ORDER BY place < 0 DESC, place DESC LIMIT ${maxEntries}`;
  const missed = entriesSince(entries, version, row.version);
  if (!missed) return null;
  const kind = restrictedAccessKindOf(actor);
  const columns = new Set(missed.flatMap(({ columns }) => columns));
  return [...columns].filter((name) => !kind || !isColumnHidden(kind, model, name)).sort();
}

/** Returns the newest first; undefined if entries may be missing. */
function entriesSince(entries: readonly Change[], from: number, to: number): Change[] | undefined {
  if (entries[0]?.version !== to) return undefined;
  const end = entries.findIndex(({ version }) => version === null || version <= from);
  const missed = end < 0 ? entries : entries.slice(0, end);
  if (missed.some(({ isKept, kind }) => !isKept || kind !== 'UPDATED')) return undefined;
  // One change can raise the version several times.
  const isWhole = entries[end]?.version === from || missed.length === to - from;
  return isWhole ? [...missed] : undefined;
}
