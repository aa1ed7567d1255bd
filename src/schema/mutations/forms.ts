import {
  createForm,
  createFormInput,
  deleteForm,
  updateForm,
  updateFormInput,
} from '../../domain/forms.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createForm', {
  description: 'Makes a form.',
  record: 'Form',
  input: createFormInput,
  run: createForm,
});

updateActions({ record: 'Form', input: updateFormInput, run: updateForm });

deleteAction('deleteForm', {
  description: 'Deletes a form that has no submissions.',
  run: deleteForm,
});
