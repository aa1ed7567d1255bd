import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { MergedRecord } from '../../platform/names/merged-records.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { MergeableType } from './move-references.ts';

/** A client or a contact, as far as merging treats them alike. */
interface Mergeable {
  id: string;
  archived: boolean;
  externalId: string | null;
  source: string | null;
  notes: string | null;
  mergedRecords: unknown;
  customValues: unknown;
}

/**
 * Reads and locks both records, so that nothing is attached to either of them meanwhile.
 * @throws ActionError record_not_found, invalid_input if both are the same
 */
export async function lockMergedRecords<R>(
  context: Context,
  type: MergeableType,
  ids: { keep: string; merge: string },
  given = ids,
): Promise<[keep: R, merge: R]> {
  const { accountId, db } = context;
  // Rows that refer to a record lock its key: FOR NO KEY UPDATE would not wait for them.
  await unfilteredClient(db).$queryRaw`
    SELECT id FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ANY (${[ids.keep, ids.merge]}::text[])
    ORDER BY id FOR UPDATE`;
  const records = await awaitLookups<[R, R]>([
    lockRecord<R>(context, type, ids.keep, given.keep, 'keep'),
    lockRecord<R>(context, type, ids.merge, given.merge, 'merge'),
  ]);
  if (ids.keep !== ids.merge) return records;
  const message = `must be another ${type.toLowerCase()} than keep`;
  throw invalidInputError([{ path: 'merge', code: 'same_record', message }]);
}

/** @throws ActionError conflicting_state with all reasons why the records cannot be merged */
export function requireNoConflicts(type: MergeableType, errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const reasons = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  const message = `The ${type.toLowerCase()}s cannot be merged: ${reasons}.`;
  throw new ActionError('conflicting_state', message, { errors: [...errors] });
}

/** That a kept record is archived: nothing would show what moves to it. */
export const archivedConflicts = ({ archived }: Mergeable): FieldError[] =>
  archived
    ? [{ path: 'keep', code: 'archived', message: 'is archived: take it out of the archive first' }]
    : [];

/** Values of the merged record for groups of columns that the kept one leaves empty altogether. */
export function fillEmpty<R extends object>(
  keep: R,
  merge: R,
  groups: readonly (readonly (keyof R)[])[],
): Partial<R> {
  const filled: Partial<R> = {};
  for (const group of groups) {
    if (group.some((column) => keep[column] !== null)) continue;
    for (const column of group) filled[column] = merge[column];
  }
  return filled;
}

const longestNotes = 20_000;

/** What both types of record get from the merged one: notes, custom values, and what it was known by. */
export function combinedColumns(
  keep: Mergeable,
  merge: Mergeable,
  known: Pick<MergedRecord, 'name' | 'email'>,
) {
  const { id, externalId, source } = merge;
  const notes = [keep.notes, merge.notes].filter(Boolean).join('\n\n');
  return {
    ...fillEmpty({ externalId: keep.externalId, source: keep.source }, { externalId, source }, [
      ['externalId', 'source'],
    ]),
    notes: notes.length > longestNotes ? keep.notes : notes || null,
    customValues: {
      ...(merge.customValues as Prisma.JsonObject),
      ...(keep.customValues as Prisma.JsonObject),
    } as Prisma.InputJsonObject,
    mergedRecords: [
      ...(keep.mergedRecords as Prisma.JsonArray),
      { id, ...known, externalId, source },
      ...(merge.mergedRecords as Prisma.JsonArray),
    ] as Prisma.InputJsonArray,
  };
}
