import {
  createProjectTemplate,
  createProjectTemplateInput,
  deleteProjectTemplate,
  updateProjectTemplate,
  updateProjectTemplateInput,
} from '../../domain/project-templates.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createProjectTemplate', {
  description: 'Makes a project template with its deliverables.',
  record: 'ProjectTemplate',
  input: createProjectTemplateInput,
  run: createProjectTemplate,
});

updateActions({
  record: 'ProjectTemplate',
  input: updateProjectTemplateInput,
  run: updateProjectTemplate,
});

deleteAction('deleteProjectTemplate', {
  description: 'Deletes a project template; projects made from it stay.',
  neverConflicts: true,
  run: deleteProjectTemplate,
});
