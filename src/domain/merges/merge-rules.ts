import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { MergedRecord } from '../../platform/names/merged-records.ts';
import type { Row, WriteContext } from '../../write/unit-of-work.ts';
import type { MergeableType } from './move-references.ts';

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
 * Locks both records, so that no new record refers to them.
 * @throws ActionError record_not_found, invalid_input
 */
export async function lockMergedRecords<M extends MergeableType>(
  tx: WriteContext,
  type: M,
  ids: { keep: string; merge: string },
  references = ids,
): Promise<[keep: Row<M>, merge: Row<M>]> {
  // References lock the key of a record: FOR NO KEY UPDATE would not wait for them.
  await unfilteredClient(tx.db).$queryRaw`
    SELECT id FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${tx.accountId} AND id = ANY (${[ids.keep, ids.merge]}::text[])
    ORDER BY id FOR UPDATE`;
  const records = await awaitLookups<[Row<M>, Row<M>]>([
    tx.lock(type, ids.keep, references.keep, 'keep'),
    tx.lock(type, ids.merge, references.merge, 'merge'),
  ]);
  if (ids.keep !== ids.merge) return records;
  const message = `must be another ${type.toLowerCase()} than keep`;
  throw invalidInputError([{ path: 'merge', code: 'same_record', message }]);
}

/** @throws ActionError conflicting_state with all reasons */
export function requireNoConflicts(
  type: MergeableType,
  { keep, merge }: { keep: Mergeable; merge: Mergeable },
  own: readonly FieldError[],
): void {
  const errors = [...archivedConflicts(keep), ...notesConflicts(keep, merge), ...own];
  if (errors.length === 0) return;
  const reasons = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  const message = `The ${type.toLowerCase()}s cannot be merged: ${reasons}.`;
  throw new ActionError('conflicting_state', message, { errors });
}

/** Lists would not show the moved records of an archived one. */
const archivedConflicts = ({ archived }: Mergeable): FieldError[] =>
  archived
    ? [{ path: 'keep', code: 'archived', message: 'is archived: take it out of the archive first' }]
    : [];

const maxNotesLength = 20_000;

const joinNotes = (keep: Mergeable, merge: Mergeable): string | null =>
  [keep.notes, merge.notes].filter(Boolean).join('\n\n') || null;

function notesConflicts(keep: Mergeable, merge: Mergeable): FieldError[] {
  if ((joinNotes(keep, merge)?.length ?? 0) <= maxNotesLength) return [];
  const message = 'has notes that are too long together with those of keep: shorten them first';
  return [{ path: 'merge', code: 'too_long', message }];
}

/** A group is filled if all its columns are empty in the kept record. */
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

export function combinedColumns(
  keep: Mergeable,
  merge: Mergeable,
  identity: Pick<MergedRecord, 'name' | 'email'>,
) {
  const { id, externalId, source } = merge;
  return {
    ...fillEmpty({ externalId: keep.externalId, source: keep.source }, { externalId, source }, [
      ['externalId', 'source'],
    ]),
    notes: joinNotes(keep, merge),
    customValues: {
      ...(merge.customValues as Prisma.JsonObject),
      ...(keep.customValues as Prisma.JsonObject),
    } as Prisma.InputJsonObject,
    mergedRecords: [
      ...(keep.mergedRecords as Prisma.JsonArray),
      { id, ...identity, externalId, source },
      ...(merge.mergedRecords as Prisma.JsonArray),
    ] as Prisma.InputJsonArray,
  };
}
