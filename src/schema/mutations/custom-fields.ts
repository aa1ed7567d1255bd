import {
  createCustomField,
  createCustomFieldInput,
  deleteCustomField,
  updateCustomField,
  updateCustomFieldInput,
} from '../../domain/custom-fields.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createCustomField', {
  description: 'Defines a custom field.',
  record: 'CustomField',
  input: createCustomFieldInput,
  run: createCustomField,
});

updateActions({ record: 'CustomField', input: updateCustomFieldInput, run: updateCustomField });

deleteAction('deleteCustomField', {
  description: 'Deletes the definition of a custom field that no record has a value of.',
  run: deleteCustomField,
});
