import { Prisma } from '../generated/prisma/client.ts';
import type { Context } from '../platform/context/context.ts';
import { readPermissionsForModels } from '../platform/ids/permission-areas.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { requireId } from '../platform/input/update-input.ts';
import { callerPermissions } from '../platform/permissions/permissions.ts';
import { referenceConflictOf } from '../platform/records/constraint-errors.ts';
import { nounOf } from '../platform/records/record-not-found.ts';
import type { Model, WriteContext } from './unit-of-work.ts';
import { write } from './write.ts';

const plurals: Readonly<Record<string, string>> = { Workspace: 'the workspace’s settings' };

/** "TimeEntry" → "time entries". */
function pluralOf(type: string): string {
  return plurals[type] ?? `${nounOf(type)}s`.replace(/ys$/, 'ies');
}

/** Names the type only if the caller may read it. */
const referringRecordsText = (context: Pick<Context, 'actor'>, table: string): string =>
  (readPermissionsForModels([table]) & ~callerPermissions(context)) === 0
    ? pluralOf(table)
    : 'other records';

export const deletionErrorOf =
  (context: Pick<Context, 'actor'>, type: RecordType) =>
  (error: unknown): unknown =>
    referenceConflictOf(
      error,
      (table) =>
        `The ${nounOf(type)} cannot be deleted: ${referringRecordsText(context, table)} refer to it.`,
    );

/** `column` contains the id of the record. */
interface ChildRows {
  type: Model;
  column: string;
}

/** The database errors are those of `errorOf`. */
export async function deleteChildRows(
  tx: WriteContext,
  id: string,
  children: readonly ChildRows[],
  errorOf?: (error: unknown) => unknown,
): Promise<void> {
  for (const { type, column } of children) {
    const condition = Prisma.sql`${Prisma.raw(`"${column}"`)} = ${id}`;
    tx.delete(type, await tx.lockAll(type, condition), errorOf);
  }
}

/** @throws ActionError record_not_found, version_mismatch; conflicting_state if other records refer to it */
export const deleteRecord = (
  context: Context,
  type: Model & RecordType,
  id: string,
  ...children: readonly ChildRows[]
): Promise<void> =>
  write(context, async (tx) => {
    const errorOf = deletionErrorOf(tx, type);
    const record = await tx.lock(type, id);
    await deleteChildRows(tx, id, children, errorOf);
    tx.delete(type, [record], errorOf);
  });

/** @throws ActionError id_missing; those of {@link deleteRecord} */
export async function deleteWithInput(
  context: Context,
  type: Model & RecordType,
  input: { id?: unknown },
  ...children: readonly ChildRows[]
): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, type, id, ...children);
  return id;
}
