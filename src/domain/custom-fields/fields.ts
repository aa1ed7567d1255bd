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

export type CustomFieldRecord = CustomField;

const recordType = enumOf('CustomFieldRecordType', Object.values(CustomFieldRecordType));

const fieldType = enumOf('CustomFieldType', Object.values(CustomFieldType));

const keyDescription = 'Stable key of the field for integrations, unique for the type of record.';

const positionDescription = 'Position among the fields of the type of record.';

const customFieldFields = {
  options: withDefault(
    list(text(), { max: 200 }),
    [],
    'Choices. Required for SELECT and RADIO fields.',
  ),
  projectTypeName: nullable(
    text(),
    'Name of the project type whose projects or deliverables have the field. Default: every type.',
  ),
  projectTypeId: nullable(
    recordIdType,
    'Id of that project type, instead of or in addition to its name.',
  ),
};

export const createCustomFieldInput = inputObject('CreateCustomField', 'A new custom field.', {
  recordType: required(recordType),
  name: required(text()),
  mappingKey: nullable(text(), `${keyDescription} Default: derived from the name.`),
  type: withDefault(fieldType, 'TEXT'),
  ...customFieldFields,
  position: nullable(sortPositionType, `${positionDescription} Default: the last.`),
});

export const updateCustomFieldInput = inputObject('UpdateCustomField', 'A custom field’s fields.', {
  name: requiredOnCreate(text()),
  mappingKey: requiredOnCreate(text(), keyDescription),
  type: requiredOnCreate(fieldType, 'Type of the field’s values. Existing values stay.'),
  ...customFieldFields,
  position: requiredOnCreate(sortPositionType, positionDescription),
});
