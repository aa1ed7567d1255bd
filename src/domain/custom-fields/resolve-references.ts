import type { CustomFieldType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { findClosestName } from '../../platform/text/closest-name.ts';
import type { Condition } from '../../query/conditions.ts';
import { withCustomValueKeys } from '../../query/custom-value-keys.ts';
import type { CustomFieldReference, CustomValueFilter } from '../../query/custom-values.ts';
import type { TypedFieldDefinition } from './field-definitions.ts';
import { listCustomFields } from './field-definitions.ts';

const filterByType: Readonly<Record<CustomFieldType, CustomValueFilter>> = {
  TEXT: 'text',
  EMAIL: 'text',
  LINK: 'text',
  PHONE: 'text',
  NUMERIC: 'number',
  CURRENCY: 'number',
  DATE: 'date',
  CHECKBOX: 'flag',
  SELECT: 'choice',
  RADIO: 'choice',
};

const findField = (fields: readonly TypedFieldDefinition[], reference: CustomFieldReference) =>
  fields.find(
    ({ mappingKey, recordType }) =>
      mappingKey === reference.key && recordType === reference.recordType,
  );

/**
 * Checks the keys of custom fields, and that filters have the type of their field.
 * @throws ActionError invalid_input
 */
export async function requireCustomFields(
  context: Context,
  references: readonly CustomFieldReference[],
  load: (context: Context) => Promise<readonly TypedFieldDefinition[]> = listCustomFields,
): Promise<readonly TypedFieldDefinition[]> {
  if (references.length === 0) return [];
  const fields = await load(context);
  const errors = references.flatMap((reference): FieldError[] => {
    const { filter, path } = reference;
    const field = findField(fields, reference);
    if (!field) return [unknownKeyError(reference, fields, canRead(context, 'settings'))];
    const accepted = filterByType[field.type];
    if (filter === undefined || filter === accepted) return [];
    const message = `must be \`${accepted}\`, because the field ${field.mappingKey} has the type ${field.type}`;
    return [{ path: `${path}.${filter}`, code: 'invalid_condition', message }];
  });
  if (errors.length > 0) throw invalidInputError(errors);
  return fields;
}

function unknownKeyError(
  { filter, key, path, recordType }: CustomFieldReference,
  fields: readonly TypedFieldDefinition[],
  listsKeys: boolean,
): FieldError {
  const keys = fields
    .filter((field) => field.recordType === recordType)
    .map(({ mappingKey }) => mappingKey);
  const closest = findClosestName(key, keys);
  const hint = closest === undefined ? '' : `. Did you mean ${closest}?`;
  const accepted = `${hint || '.'} The keys are: ${keys.join(', ') || 'none'}`;
  return {
    path: filter ? `${path}.key` : path,
    code: 'unknown_field',
    message: `is not the key of a custom field of ${recordType}${listsKeys ? accepted : ''}`,
  };
}

/** Adds the index to a condition whose fields {@link requireCustomFields} has found. */
export const withIndexedFields = (
  where: Condition | undefined,
  fields: readonly TypedFieldDefinition[],
): Condition | undefined =>
  where && withCustomValueKeys(where, (reference) => findField(fields, reference)?.id ?? '');
