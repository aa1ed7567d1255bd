import type { z } from 'zod';
import type { CustomFieldRecordType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { json, list, object, text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { inputObject, isEmptyValue, nullable } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import { write } from '../../write/write.ts';
import { defineMissingFields, findReferencedField } from './define-fields.ts';
import type { CustomFieldDefinition, CustomValue } from './field-definitions.ts';
import { listFieldDefinitions } from './field-definitions.ts';

export type WithCustomValues<R> = Omit<R, 'customValues'> & { customValues: CustomValue[] };

/** From field id to value. */
export type StoredCustomValues = Record<string, unknown>;

const customValueInput = inputObject(
  'CustomValueInput',
  'Value of a custom field. The field is found by fieldId, otherwise by mappingKey, otherwise by fieldName. An unknown name creates a field.',
  {
    fieldId: nullable(text(100), 'Id of the custom-field definition.'),
    mappingKey: nullable(text(), 'Stable key of the field.'),
    fieldName: nullable(text(), 'Human-readable name of the field.'),
    value: nullable(json, 'String, number, boolean or any other JSON; null clears the value.'),
  },
);

type CustomValueInput = z.output<typeof customValueInput>;

/** A client can send back all values of a record. */
const maxValues = 200;

/** On updates: an array. */
export const customValueList = list(object(customValueInput), { max: maxValues });

const mapJson = { type: 'object', additionalProperties: true };

/** On creates: a map by field name, or an array. */
export const customValueMap: FieldType<Record<string, unknown> | CustomValueInput[]> = {
  ...json,
  json: { anyOf: [mapJson, customValueList.json], example: { 'Referred by': 'Ada' } },
  read: (value, report) => {
    if (Array.isArray(value)) return customValueList.read(value, report);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report('invalid_type', 'must be an object from field name to value');
      return undefined;
    }
    const names = Object.keys(value);
    if (names.length > maxValues) {
      report('too_long', `must have at most ${maxValues} fields`);
      return undefined;
    }
    if (names.some((name) => name.length > 255)) {
      report('too_long', 'must have field names of at most 255 characters');
    }
    return json.read(value, report) as Record<string, unknown> | undefined;
  },
};

/** On updates that also take a map. */
export const customValueEntries: FieldType<CustomValueInput[]> = {
  ...customValueList,
  json: { anyOf: [customValueList.json, mapJson] },
  read: (value, report) => {
    const values = customValueMap.read(value, report);
    return values && entriesOf(values);
  },
};

function entriesOf(values: NewCustomValues): CustomValueInput[] {
  if (Array.isArray(values)) return values;
  return Object.entries(values ?? {}).map(([name, value]) => ({
    fieldId: null,
    mappingKey: null,
    fieldName: toSingleLine(name),
    value: isEmptyValue(value) ? null : value,
  }));
}

/** Entries without a field are ignored. */
function isNamed({ fieldId, mappingKey, fieldName }: CustomValueInput): boolean {
  return Boolean(fieldId || mappingKey || fieldName);
}

/** Creates missing fields that entries name, except by id. */
async function fieldsFor(
  context: Context,
  recordType: CustomFieldRecordType,
  entries: readonly CustomValueInput[],
): Promise<CustomFieldDefinition[]> {
  const fields = await listFieldDefinitions(context, recordType);
  const missing = entries.filter(
    (entry) =>
      isNamed(entry) &&
      !entry.fieldId &&
      entry.value !== null &&
      !findReferencedField(fields, entry),
  );
  return missing.length > 0 ? defineMissingFields(context, recordType, missing) : fields;
}

/**
 * A patch keeps other fields, a replacement removes them. Unknown names create fields.
 * @throws ActionError invalid_input
 */
export async function mergeCustomValues(
  context: Context,
  recordType: CustomFieldRecordType,
  stored: unknown,
  entries: CustomValueInput[] | null | undefined,
  mode: UpdateMode,
): Promise<StoredCustomValues | undefined> {
  if (entries === undefined) return undefined;
  const currentValues = mode === 'patch' && entries !== null ? (stored as StoredCustomValues) : {};
  if (entries === null || entries.length === 0) return { ...currentValues };
  const fields = await fieldsFor(context, recordType, entries);
  return applyCustomValueEntries(fields, currentValues, entries, canRead(context, 'settings'));
}

/**
 * null removes a value. Errors list known fields only if `listsKnownFields` is set.
 * @throws ActionError invalid_input
 */
export function applyCustomValueEntries(
  fields: readonly CustomFieldDefinition[],
  values: StoredCustomValues,
  entries: readonly CustomValueInput[],
  listsKnownFields = false,
): StoredCustomValues {
  const next = { ...values };
  const errors = [];
  for (const [index, entry] of entries.entries()) {
    const field = findReferencedField(fields, entry);
    if (field && entry.value === null) {
      delete next[field.id];
    } else if (field) {
      next[field.id] = entry.value;
    } else if (entry.fieldId) {
      const knownFields = listsKnownFields
        ? `; known are ${fields.map((f) => f.name).join(', ') || 'none'}`
        : '';
      const message = `matches no custom field${knownFields}`;
      errors.push({ path: `customValues.${index}`, code: 'unknown_field', message });
    }
  }
  if (Object.keys(next).length > maxValues) {
    const message = `the record would have more than ${maxValues} custom values`;
    errors.push({ path: 'customValues', code: 'too_long', message });
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return next;
}

type NewCustomValues = Record<string, unknown> | CustomValueInput[] | null;

/**
 * An unknown name creates a field, with the type of the value. null and blank text are omitted.
 * @throws ActionError invalid_input
 */
export async function resolveCustomValueMap(
  context: Context,
  recordType: CustomFieldRecordType,
  map: NewCustomValues,
): Promise<StoredCustomValues> {
  const [stored = {}] = await resolveCustomValueMaps(context, recordType, [map]);
  return stored;
}

/** The number of statements does not depend on the number of records. */
export async function resolveCustomValueMaps(
  context: Context,
  recordType: CustomFieldRecordType,
  maps: readonly NewCustomValues[],
): Promise<StoredCustomValues[]> {
  const lists = maps.map(entriesOf);
  const hasContent = ({ fieldId, value }: CustomValueInput) => fieldId !== null || value !== null;
  if (!lists.flat().some((entry) => isNamed(entry) && hasContent(entry)))
    return maps.map(() => ({}));
  return write(context, async (tx) => {
    const fields = await fieldsFor(tx, recordType, lists.flat());
    const listsKnownFields = canRead(context, 'settings');
    return lists.map((entries) => applyCustomValueEntries(fields, {}, entries, listsKnownFields));
  });
}
