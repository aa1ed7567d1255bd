import { Prisma } from '../generated/prisma/client.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import { changeCollectorOf } from '../platform/context/context.ts';
import { readPermissionsForModels } from '../platform/ids/permission-areas.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { callerPermissions } from '../platform/permissions/permissions.ts';
import { withReferenceConflict } from '../platform/records/constraint-errors.ts';
import { nounOf, recordNotFoundError } from '../platform/records/record-not-found.ts';
import { inTransaction } from './in-transaction.ts';
import { lockRecordIfVersionExpected } from './lock-records.ts';

const plurals: Readonly<Record<string, string>> = { Workspace: 'the workspace’s settings' };

/** "TimeEntry" → "time entries". */
function pluralOf(type: string): string {
  return plurals[type] ?? `${nounOf(type)}s`.replace(/ys$/, 'ies');
}

/** Which records refer to one, as who acts may be told. */
const referringRecordsText = (context: Pick<Context, 'actor'>, table: string): string =>
  (readPermissionsForModels([table]) & ~callerPermissions(context)) === 0
    ? pluralOf(table)
    : 'other records';

/** Rows that belong to a record alone and go with it. */
interface Parts {
  type: AuditedModel;
  /** The column that says whose they are. */
  column: string;
}

/**
 * Removes a record for good, its parts before it: a statement for each of the two.
 * @throws ActionError record_not_found; version_mismatch where the caller expects another version of it; conflicting_state
 * where other records refer to it, saying of which type
 */
export async function deleteRecord(
  context: Context,
  type: RecordType,
  id: string,
  parts?: Parts,
): Promise<void> {
  const words = (table: string) =>
    `The ${nounOf(type)} cannot be deleted: ${referringRecordsText(context, table)} refer to it.`;
  const count = await withReferenceConflict(words, () =>
    inTransaction(context, async (tx) => {
      await lockRecordIfVersionExpected(tx, type, id);
      if (parts) await deleteRows(tx, parts, id);
      return deleteRows(tx, { type: type as AuditedModel, column: 'id' }, id);
    }),
  );
  if (count === 0) throw recordNotFoundError(type, id);
}

/** Removes the rows of a table that have an id in a column, and answers how many there were. */
async function deleteRows(tx: Context, { type, column }: Parts, id: string): Promise<number> {
  const rows = await tx.db.$queryRaw<DatabaseRow[]>`
    DELETE FROM ${Prisma.raw(`"${type}"`)}
    WHERE "accountId" = ${tx.accountId} AND ${Prisma.raw(`"${column}"`)} = ${id} RETURNING *`;
  for (const row of rows) changeCollectorOf(tx).deleted(type, row);
  return rows.length;
}
