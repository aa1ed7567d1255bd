import type { CustomField } from '../../generated/prisma/client.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';

type FieldDefinition = Pick<CustomField, 'recordType' | 'type' | 'options'>;

export function validateCustomFieldDefinition(
  field: Partial<FieldDefinition>,
  hasProjectType: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const isChoice = field.type === 'SELECT' || field.type === 'RADIO';
  if (field.type && field.options && isChoice !== field.options.length > 0) {
    const message = isChoice
      ? `must have choices because the field is a ${field.type}`
      : `must be empty, since the field is a ${field.type}`;
    errors.push({ path: 'options', code: 'does_not_fit', message });
  }
  const canHaveType = field.recordType === 'PROJECT' || field.recordType === 'DELIVERABLE';
  if (field.recordType && hasProjectType && !canHaveType) {
    const message = 'is only for fields of projects and deliverables';
    errors.push({ path: 'projectTypeId', code: 'does_not_fit', message });
  }
  return errors;
}

const message = 'The type of record already has a custom field with this name.';

export const customFieldConstraints: ConstraintErrors = {
  CustomField_accountId_recordType_name_key: { path: 'name', message },
  CustomField_accountId_recordType_mappingKey_key: { path: 'mappingKey', message },
};
