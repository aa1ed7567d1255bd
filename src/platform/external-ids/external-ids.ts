import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../context/context.ts';
import type { FieldError } from '../errors/action-error.ts';
import { ActionError } from '../errors/action-error.ts';
import type { RecordType } from '../ids/record-ids.ts';
import type { FieldType } from '../input/fields.ts';
import { allOptionalOnReplace, nullable } from '../input/fields.ts';
import { isStorableText, text } from '../input/text-types.ts';
import {
  constraintViolationOf,
  explainOrDefer,
  externalIdIndexPattern,
} from '../records/constraint-errors.ts';
import { nounOf } from '../records/record-not-found.ts';
import { toSingleLine } from '../text/sanitize-text.ts';

/** Ids in other systems, unique per type and `source`. */

export const externalIdTypes = [
  'Client',
  'Contact',
  'Project',
  'Deliverable',
  'TimeEntry',
  'Expense',
  'Invoice',
  'Payment',
  'Opportunity',
] as const satisfies readonly RecordType[];

export type ExternalIdType = (typeof externalIdTypes)[number];

const anySource = text(100);

/** A colon separates the source in references. */
const sourceName: FieldType<string> = {
  ...anySource,
  json: { ...anySource.json, pattern: '^[^:]*$' },
  read: (value, report) => {
    const read = anySource.read(value, report);
    if (!read?.includes(':')) return read;
    report('invalid_format', 'must not contain a colon');
    return undefined;
  },
};

export const externalIdFields = {
  externalId: nullable(text()),
  source: nullable(sourceName),
};

/** A PUT without these fields keeps their values. */
export const externalIdUpdateFields = allOptionalOnReplace(externalIdFields);

export const externalIdFilterFields = {
  externalId: nullable(text(), 'Id that the record has in another system, exactly.'),
  source: nullable(text(), 'The system of the `externalId`, exactly.'),
};

/** In `externalId` and `source`, null clears and undefined changes nothing. */
interface ExternalIdInput {
  path: string;
  /** The record's own id. Null for a new record. */
  id: string | null;
  externalId: string | null | undefined;
  source: string | null | undefined;
}

type Entries = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Entries => typeof value === 'object' && value !== null;

function asRead(value: unknown): string | null | undefined {
  if (value === undefined) return undefined;
  const read = value === null ? '' : toSingleLine(String(value));
  return read === '' || !isStorableText(read) ? null : read;
}

function externalIdIn(input: Entries, path = ''): ExternalIdInput | undefined {
  const [externalId, source] = [asRead(input.externalId), asRead(input.source)];
  if (externalId === undefined && source === undefined) return undefined;
  const id = asRead(input.id) ?? null;
  return { path: path && `${path}.`, id, externalId, source };
}

function externalIdsIn(input: unknown, isNested: boolean): ExternalIdInput[] {
  if (!isObject(input)) return [];
  if (!isNested) return [externalIdIn(input) ?? []].flat();
  const lists = Object.entries(input).filter(([, value]) => Array.isArray(value));
  return lists.flatMap(([name, list]) =>
    (list as unknown[]).flatMap((entry, index) =>
      isObject(entry) ? (externalIdIn(entry, `${name}.${index}`) ?? []) : [],
    ),
  );
}

interface ExternalIdConflict {
  place: number;
  id: string;
}

async function findConflicts(
  { accountId, db }: Pick<Context, 'accountId' | 'db'>,
  type: ExternalIdType,
  inputs: readonly ExternalIdInput[],
): Promise<ExternalIdConflict[]> {
  const table = Prisma.raw(`"${type}"`);
  const requested = inputs.map(({ id, externalId, source }, place) => ({
    ...{ place, own: id, externalId, source },
    keepsId: externalId === undefined && id !== null,
    keepsSource: source === undefined && id !== null,
  }));
  return db.$queryRaw<ExternalIdConflict[]>`
    SELECT k.place, t.id
    FROM json_to_recordset(${JSON.stringify(requested)}::json) AS k(
      place int, own text, "externalId" text, source text, "keepsId" boolean, "keepsSource" boolean)
    LEFT JOIN ${table} o ON o."accountId" = ${accountId} AND o.id = k.own
    JOIN LATERAL (SELECT t.id FROM ${table} t WHERE t."accountId" = ${accountId}
      AND t."externalId" = CASE WHEN k."keepsId" THEN o."externalId" ELSE k."externalId" END
      AND coalesce(t.source, '') = coalesce(CASE WHEN k."keepsSource" THEN o.source ELSE k.source END, '')
      AND t.id IS DISTINCT FROM k.own LIMIT 1) t ON true
    ORDER BY k.place`;
}

/** Without `id`, the message does not name the other record. */
function externalIdTakenError(type: ExternalIdType, path: string, id?: string): ActionError {
  const idSuffix = id === undefined ? '' : `: ${id}`;
  const error: FieldError = {
    path: `${path}externalId`,
    code: 'external_id_taken',
    message: id === undefined ? 'is already taken' : `is the external id of ${id}`,
  };
  return new ActionError(
    'external_id_taken',
    `Another ${nounOf(type)} has this externalId and source${idSuffix}.`,
    { errors: [error] },
  );
}

function constraintRecordTypeOf(error: unknown): ExternalIdType | undefined {
  const violation = constraintViolationOf(error);
  if (violation?.kind !== 'unique') return undefined;
  const [, type] = externalIdIndexPattern.exec(violation.constraint) ?? [];
  return externalIdTypes.find((one) => one === type);
}

/**
 * Replaces a unique violation by an error that names the field and the other record. This takes one more
 * statement.
 * @throws ActionError external_id_taken
 */
export async function withExternalIdConflict<T>(
  context: Context,
  record: string,
  input: unknown,
  work: () => Promise<T>,
  isMany = false,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const type = constraintRecordTypeOf(error);
    if (type === undefined) throw error;
    const externalIds = externalIdsIn(input, isMany || type !== record);
    throw await explainOrDefer(error, async (laterContext = context) => {
      const [conflict] = await findConflicts(laterContext, type, externalIds);
      const path = externalIds[conflict?.place ?? externalIds.length - 1]?.path ?? '';
      return externalIdTakenError(type, path, conflict?.id);
    });
  }
}

type Item = { externalId?: string | null; source?: string | null };

/** Finds conflicts with existing records and earlier items, with at most one statement. */
export async function findExternalIdConflicts(
  context: Context,
  type: ExternalIdType,
  items: readonly (Item | null)[],
): Promise<(ActionError | undefined)[]> {
  const conflicts: (ActionError | undefined)[] = items.map(() => undefined);
  const indexes: number[] = [];
  const keys = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (!item?.externalId) continue;
    const key = JSON.stringify([item.externalId, item.source ?? '']);
    if (keys.has(key)) conflicts[index] = externalIdTakenError(type, '');
    else indexes.push(index);
    keys.add(key);
  }
  if (indexes.length === 0) return conflicts;
  const externalIds = indexes.map((place) => ({ path: '', id: null, ...readItem(items[place]) }));
  for (const { place, id } of await findConflicts(context, type, externalIds)) {
    conflicts[indexes[place] as number] = externalIdTakenError(type, '', id);
  }
  return conflicts;
}

const readItem = (item: Item | null | undefined) => ({
  externalId: item?.externalId,
  source: item?.source,
});
