import { createCustomField } from '../domain/custom-fields/create.ts';
import { deleteCustomField } from '../domain/custom-fields/delete.ts';
import { createCustomFieldInput, updateCustomFieldInput } from '../domain/custom-fields/fields.ts';
import { updateCustomField } from '../domain/custom-fields/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const customFieldOperations = defineOperations('CustomField', {
  createCustomField: {
    kind: 'create',
    description: 'Creates a custom field.',
    input: createCustomFieldInput,
    errors: ['name_taken', 'name_not_found'],
    run: createCustomField,
  },
  updateCustomField: {
    kind: 'update',
    input: updateCustomFieldInput,
    errors: ['name_taken', 'name_not_found'],
    run: updateCustomField,
  },
  deleteCustomField: {
    kind: 'delete',
    description: 'Deletes a custom field without values.',
    errors: ['conflicting_state'],
    run: deleteCustomField,
  },
});
