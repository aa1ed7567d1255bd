import type { CustomFieldRecordType, CustomFieldType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { CustomFieldDefinition } from './field-definitions.ts';
import { listFieldDefinitions } from './field-definitions.ts';

/** A field that a value names, perhaps one that is not defined yet. */
export interface CustomFieldReference {
  fieldId: string | null;
  mappingKey: string | null;
  fieldName: string | null;
  value: unknown;
}

/**
 * The field that is meant: by id alone where there is one, else by key, else by name; a key may stand as the name, as in
 * maps. Undefined where no field is that.
 */
export function findReferencedField(
  fields: readonly CustomFieldDefinition[],
  { fieldId, mappingKey, fieldName }: Omit<CustomFieldReference, 'value'>,
): CustomFieldDefinition | undefined {
  if (fieldId) return fields.find(({ id }) => id === fieldId);
  const byKey = (key: string | null) => fields.find((field) => field.mappingKey === key);
  return (
    (mappingKey ? byKey(mappingKey) : undefined) ??
    fields.find(({ name }) => name === fieldName) ??
    (fieldName ? byKey(fieldName) : undefined)
  );
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
export function uniqueMappingKey(name: string, taken: ReadonlySet<string>): string {
  const base = mappingKeyOf(name);
  let key = base;
  for (let n = 2; taken.has(key); n += 1) key = `${base}_${n}`;
  return key;
}

/**
 * Defines the fields that are named and not there yet, each of the type that its value suggests, and answers all fields
 * of the record type. Safe when several requests define the same field at once.
 */
export async function defineMissingFields(
  context: Context,
  recordType: CustomFieldRecordType,
  wanted: readonly CustomFieldReference[],
): Promise<CustomFieldDefinition[]> {
  // One definer at a time for a workspace's record type: two that choose keys at once could otherwise take the same.
  await context.db
    .$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`custom-fields:${recordType}`}), ${context.accountId}::int)::text`;
  const known = await listFieldDefinitions(context, recordType);
  const taken = new Set(known.map((field) => field.mappingKey));
  const added: CustomFieldDefinition[] = [];
  for (const field of wanted) {
    if (findReferencedField([...known, ...added], field)) continue;
    const name = field.fieldName ?? field.mappingKey ?? '';
    const mappingKey = field.mappingKey ?? uniqueMappingKey(name, taken);
    taken.add(mappingKey);
    const type = inferFieldType(field.value);
    added.push({ id: newId('CustomField'), name, mappingKey, type });
  }
  const data = added.map((field, index) => ({
    ...field,
    accountId: context.accountId,
    recordType,
    position: known.length + index + 1,
  }));
  if (data.length > 0) await context.db.customField.createMany({ data, skipDuplicates: true });
  return listFieldDefinitions(context, recordType);
}
