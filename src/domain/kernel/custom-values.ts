import type { z } from 'zod';
import type { CustomFieldRecordType, CustomFieldType } from '../../generated/prisma/enums.ts';
import type { UpdateMode } from './changes.ts';
import type { Context } from './context.ts';
import { inTransaction } from './context.ts';
import type { CustomFieldDefinition, CustomValue } from './custom-fields.ts';
import { definitions, hasCustomValues, nameCustomValues } from './custom-fields.ts';
import { invalidInput } from './errors.ts';
import type { Kind } from './fields.ts';
import { inputObject, isAbsent, nullable } from './fields.ts';
import { newId } from './ids.ts';
import { json, list, object, text } from './kinds.ts';

/** A row with its custom values as answers carry them. */
export type WithCustomValues<R> = Omit<R, 'customValues'> & { customValues: CustomValue[] };

/** The values as a row stores them: from field id to value. */
export type StoredCustomValues = Record<string, unknown>;

const customValueInput = inputObject(
  'CustomValueInput',
  'The value of one custom field. The field is found by fieldId, else mappingKey, else fieldName.',
  {
    fieldId: nullable(text(100), 'Id of the custom-field definition.'),
    mappingKey: nullable(text(), 'Stable key of the field.'),
    fieldName: nullable(text(), 'Human-readable name of the field.'),
    value: nullable(json, 'String, number, boolean or any other JSON; null clears the value.'),
  },
);

type CustomValueInput = z.output<typeof customValueInput>;

/** Most values that a record holds, and so the most that a caller sends back. */
const mostValues = 200;

/** The kind of `customValues` on updates: an array of entries. */
export const customValueList = list(object(customValueInput), { max: mostValues });

/** The kind of `customValues` on creates: a map keyed by field name, or the array that a record answered. */
export const customValueMap: Kind<Record<string, unknown> | CustomValueInput[]> = {
  ...json,
  json: { type: 'object', additionalProperties: true, example: { 'Referred by': 'Ada' } },
  read: (value, report) => {
    if (Array.isArray(value)) return customValueList.read(value, report);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report('invalid_type', 'must be an object from field name to value');
      return undefined;
    }
    const names = Object.keys(value);
    if (names.length > mostValues) {
      report('too_long', `must have at most ${mostValues} fields`);
      return undefined;
    }
    if (names.some((name) => name.length > 255)) {
      report('too_long', 'must have field names of at most 255 characters');
    }
    return json.read(value, report) as Record<string, unknown> | undefined;
  },
};

/** Rows with their custom values as answers carry them; one statement for all rows, none where no row has any. */
export async function withCustomValues<R extends { customValues: unknown }>(
  context: Context,
  recordType: CustomFieldRecordType,
  rows: readonly R[],
): Promise<WithCustomValues<R>[]> {
  const anyValues = rows.some((row) => hasCustomValues(row.customValues));
  const fields = anyValues ? await definitions(context, recordType) : [];
  return rows.map((row) => ({ ...row, customValues: nameCustomValues(fields, row.customValues) }));
}

/**
 * The values to store after an update: entries are matched by fieldId, else mappingKey, else fieldName; a patch keeps
 * the fields it does not name, a replace drops them (decisions, "customValues array on updates").
 * @throws ActionError invalid_input naming each entry that matches no field.
 */
export async function mergeCustomValues(
  context: Context,
  recordType: CustomFieldRecordType,
  stored: unknown,
  entries: CustomValueInput[] | null | undefined,
  mode: UpdateMode,
): Promise<StoredCustomValues | undefined> {
  if (entries === undefined) return undefined;
  const kept = mode === 'patch' && entries !== null ? (stored as StoredCustomValues) : {};
  if (entries === null || entries.length === 0) return { ...kept };
  return enterValues(await definitions(context, recordType), kept, entries);
}

/**
 * The values with those of the entries: null takes a value away.
 * @throws ActionError invalid_input naming each entry that matches none of the fields, or for too many values
 */
export function enterValues(
  fields: readonly CustomFieldDefinition[],
  values: StoredCustomValues,
  entries: readonly CustomValueInput[],
): StoredCustomValues {
  const next = { ...values };
  const faults = [];
  for (const [index, entry] of entries.entries()) {
    const field = fields.find((candidate) => matches(candidate, entry));
    if (!field) {
      const message = `matches no custom field; known are ${fields.map((f) => f.name).join(', ') || 'none'}`;
      faults.push({ path: `customValues.${index}`, code: 'unknown_field', message });
    } else if (entry.value === null) {
      delete next[field.id];
    } else {
      next[field.id] = entry.value;
    }
  }
  if (Object.keys(next).length > mostValues) {
    const message = `the record would have more than ${mostValues} custom values`;
    faults.push({ path: 'customValues', code: 'too_long', message });
  }
  if (faults.length > 0) throw invalidInput(faults);
  return next;
}

function matches(
  field: CustomFieldDefinition,
  { fieldId, mappingKey, fieldName }: CustomValueInput,
): boolean {
  if (fieldId) return field.id === fieldId;
  if (mappingKey) return field.mappingKey === mappingKey;
  return fieldName !== null && field.name === fieldName;
}

/** The type that a value's look suggests for a field that is defined by it. */
function inferFieldType(value: unknown): CustomFieldType {
  if (typeof value === 'number') return 'NUMERIC';
  if (typeof value === 'boolean') return 'CHECKBOX';
  if (typeof value !== 'string') return 'TEXT';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'DATE';
  if (/^https?:\/\/\S+$/.test(value)) return 'LINK';
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return 'EMAIL';
  return 'TEXT';
}

/** "Favourite colour" → "favourite_colour". */
function mappingKeyOf(name: string): string {
  const key = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return key === '' ? 'field' : key;
}

/** The mapping key of a name, with a number behind it where others have it already. */
export function freeMappingKey(name: string, taken: ReadonlySet<string>): string {
  const base = mappingKeyOf(name);
  let key = base;
  for (let n = 2; taken.has(key); n += 1) key = `${base}_${n}`;
  return key;
}

/** Custom values as creates take them: a map keyed by field name, or entries. */
type NewCustomValues = Record<string, unknown> | CustomValueInput[] | null;

/**
 * The values to store on a create, from a map keyed by field name. A name without a definition defines a new field
 * of the record type, its type inferred from the value (decisions, "customValues map on creates"); null and blank text
 * are no values, as on updates, and left out. Safe when several requests define the same field at once.
 * @throws ActionError invalid_input where entries, which are taken as well, match no field
 */
export async function storeCustomValueMap(
  context: Context,
  recordType: CustomFieldRecordType,
  map: NewCustomValues,
): Promise<StoredCustomValues> {
  const [stored = {}] = await storeCustomValueMaps(context, recordType, [map]);
  return stored;
}

/** {@link storeCustomValueMap} for many records: the same statements, however many they are. */
export async function storeCustomValueMaps(
  context: Context,
  recordType: CustomFieldRecordType,
  maps: readonly NewCustomValues[],
): Promise<StoredCustomValues[]> {
  const named = maps.map((map) => (Array.isArray(map) ? [] : namedValues(map)));
  const isEmpty = maps.every(
    (map, index) => (Array.isArray(map) ? map : named[index])?.length === 0,
  );
  if (isEmpty) return maps.map(() => ({}));
  return inTransaction(context, async (tx) => {
    let fields = await definitions(tx, recordType);
    const missing = named.flat().filter(([name]) => !fieldNamed(fields, name));
    if (missing.length > 0) {
      await defineFields(tx, recordType, missing);
      fields = await definitions(tx, recordType);
    }
    return maps.map((map, index) => {
      if (Array.isArray(map)) return enterValues(fields, {}, map);
      const values = (named[index] ?? []).map(([name, value]) => [
        fieldNamed(fields, name)?.id,
        value,
      ]);
      return Object.fromEntries(values);
    });
  });
}

function namedValues(map: Record<string, unknown> | null): [string, unknown][] {
  const named = Object.entries(map ?? {}).map(([name, value]) => [name.trim(), value] as const);
  return named.filter(([name, value]) => name !== '' && !isAbsent(value)) as [string, unknown][];
}

function fieldNamed(fields: readonly CustomFieldDefinition[], key: string) {
  return (
    fields.find((field) => field.name === key) ?? fields.find((field) => field.mappingKey === key)
  );
}

async function defineFields(
  context: Context,
  recordType: CustomFieldRecordType,
  wanted: [string, unknown][],
): Promise<void> {
  // One definer at a time for a workspace's record type: two that choose keys at once could otherwise take the same.
  await context.db
    .$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`custom-fields:${recordType}`}), ${context.accountId}::int)::text`;
  const known = await definitions(context, recordType);
  const missing = new Map<string, unknown>();
  for (const [name, value] of wanted) {
    if (!missing.has(name) && !known.some((field) => field.name === name)) missing.set(name, value);
  }
  const taken = new Set(known.map((field) => field.mappingKey));
  const data = [...missing].map(([name, value], index) => {
    const mappingKey = freeMappingKey(name, taken);
    taken.add(mappingKey);
    return {
      accountId: context.accountId,
      id: newId('CustomField'),
      recordType,
      name,
      mappingKey,
      type: inferFieldType(value),
      position: known.length + index + 1,
    };
  });
  if (data.length > 0) await context.db.customField.createMany({ data, skipDuplicates: true });
}
