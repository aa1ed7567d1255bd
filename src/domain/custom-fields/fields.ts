import type { CustomField } from '../../generated/prisma/client.ts';
import { CustomFieldRecordType, CustomFieldType } from '../../generated/prisma/enums.ts';
import {
  enumOf,
  list,
  recordIdType,
  sortPositionType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';

/** The definition of a custom field. */
export type CustomFieldRecord = CustomField;

const recordType = enumOf('CustomFieldRecordType', Object.values(CustomFieldRecordType));

const fieldType = enumOf('CustomFieldType', Object.values(CustomFieldType));

const keyDescription = 'Stable key by which integrations match the field, unique likewise.';

const positionDescription = 'Place among the fields of the type of record.';

const customFieldFields = {
  options: withDefault(
    list(text(), { max: 200 }),
    [],
    'Choices of a SELECT or RADIO field, which has to have some.',
  ),
  projectTypeName: nullable(
    text(),
    'Name of the one project type whose projects or deliverables have the field.',
  ),
  projectTypeId: nullable(
    recordIdType,
    'Id of that project type, instead of its name or beside it.',
  ),
};

export const createCustomFieldInput = inputObject('CreateCustomField', 'A new custom field.', {
  recordType: required(recordType),
  name: required(text()),
  mappingKey: nullable(text(), `${keyDescription} Left out: made of the name.`),
  type: withDefault(fieldType, 'TEXT'),
  ...customFieldFields,
  position: nullable(sortPositionType, `${positionDescription} Left out: the last.`),
});

export const updateCustomFieldInput = inputObject('UpdateCustomField', 'A custom field’s fields.', {
  name: requiredOnCreate(text()),
  mappingKey: requiredOnCreate(text(), keyDescription),
  type: requiredOnCreate(
    fieldType,
    'What kind of value the field takes; values that are there stay.',
  ),
  ...customFieldFields,
  position: requiredOnCreate(sortPositionType, positionDescription),
});
