import type { CustomFieldRecordType, CustomFieldType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { write } from '../../write/write.ts';
import type { CustomFieldDefinition } from './field-definitions.ts';
import { listFieldDefinitions } from './field-definitions.ts';

export interface CustomFieldReference {
  fieldId: string | null;
  mappingKey: string | null;
  fieldName: string | null;
  value: unknown;
}

/** Finds a field by its id, otherwise by its mapping key or name. The keys of a map are names or mapping keys. */
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

/** Adds a number if the key is taken. */
export function uniqueMappingKey(name: string, takenKeys: ReadonlySet<string>): string {
  const base = mappingKeyOf(name);
  let key = base;
  for (let n = 2; takenKeys.has(key); n += 1) key = `${base}_${n}`;
  return key;
}

/** Returns all fields of the record type. Concurrent calls create a missing field once. */
export async function defineMissingFields(
  context: Context,
  recordType: CustomFieldRecordType,
  references: readonly CustomFieldReference[],
): Promise<CustomFieldDefinition[]> {
  // Concurrent requests could choose the same key.
  await context.db
    .$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`custom-fields:${recordType}`}), ${context.accountId}::int)::text`;
  const existing = await listFieldDefinitions(context, recordType);
  const takenKeys = new Set(existing.map((field) => field.mappingKey));
  const added: CustomFieldDefinition[] = [];
  for (const field of references) {
    if (findReferencedField([...existing, ...added], field)) continue;
    const name = field.fieldName ?? field.mappingKey ?? '';
    const mappingKey = field.mappingKey ?? uniqueMappingKey(name, takenKeys);
    takenKeys.add(mappingKey);
    const type = inferFieldType(field.value);
    added.push({ id: newId('CustomField'), name, mappingKey, type });
  }
  const rows = added.map((field, index) => ({
    ...field,
    recordType,
    options: [],
    position: existing.length + index + 1,
  }));
  await write(context, (tx) => tx.insertMissing('CustomField', rows));
  return listFieldDefinitions(context, recordType);
}
