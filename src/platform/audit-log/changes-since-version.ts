import { unfilteredClient } from '../access-policies/policy-client.ts';
import { isColumnHidden } from '../access-policies/row-filters.ts';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { canRead, restrictedAccessKindOf } from '../permissions/permissions.ts';
import type { AuditedModel, DatabaseRow } from './audited-columns.ts';
import { auditRecordIdOf } from './audited-columns.ts';

/** Changes of one record that are looked through. Who missed more reads the record again anyway. */
const changesAtMost = 200;

interface Change {
  version: number | null;
  kind: string;
  /** Whether what changed was neither swept nor erased. */
  isKept: boolean;
  columns: string[];
}

/**
 * The columns of a record that were changed since it had a version, as the log tells (decision 38), in the order of the alphabet.
 * Null where that cannot be told for sure: the values were swept or erased, the log does not know the record as it was then or is now,
 * or who asks may not read such records. One statement, or none.
 * @param row the record as it is now, locked
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
    ORDER BY place < 0 DESC, place DESC LIMIT ${changesAtMost}`;
  const missed = missedOf(entries, version, row.version);
  if (!missed) return null;
  const kind = restrictedAccessKindOf(actor);
  const columns = new Set(missed.flatMap(({ columns }) => columns));
  return [...columns].filter((name) => !kind || !isColumnHidden(kind, model, name)).sort();
}

/** The changes from one version to another, the latest first; undefined where the log may not have all of them. */
function missedOf(entries: readonly Change[], from: number, to: number): Change[] | undefined {
  if (entries[0]?.version !== to) return undefined;
  const end = entries.findIndex(({ version }) => version === null || version <= from);
  const missed = end < 0 ? entries : entries.slice(0, end);
  if (missed.some(({ isKept, kind }) => !isKept || kind !== 'UPDATED')) return undefined;
  // One change may raise the version several times; where each was raised by one, none is missing either.
  const isWhole = entries[end]?.version === from || missed.length === to - from;
  return isWhole ? [...missed] : undefined;
}
