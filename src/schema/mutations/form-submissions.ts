import {
  deleteFormSubmission,
  updateFormSubmission,
  updateFormSubmissionInput,
} from '../../domain/form-submissions/changes.ts';
import {
  createFormSubmission,
  createFormSubmissionInput,
} from '../../domain/form-submissions/index.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createFormSubmission', {
  description:
    'Takes a lead in: the submission and an opportunity, with form, client and contact made where they are missing.',
  record: 'FormSubmission',
  input: createFormSubmissionInput,
  run: createFormSubmission,
});

updateActions({
  record: 'FormSubmission',
  input: updateFormSubmissionInput,
  neverConflicts: true,
  run: updateFormSubmission,
});

deleteAction('deleteFormSubmission', {
  description: 'Deletes a form submission for good; the client and opportunity it made stay.',
  neverConflicts: true,
  run: deleteFormSubmission,
});
