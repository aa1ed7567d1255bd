import {
  createProjectType,
  createProjectTypeInput,
  deleteProjectType,
  updateProjectType,
  updateProjectTypeInput,
} from '../../domain/project-types.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createProjectType', {
  description: 'Makes a project type with its statuses.',
  record: 'ProjectType',
  input: createProjectTypeInput,
  run: createProjectType,
});

updateActions({ record: 'ProjectType', input: updateProjectTypeInput, run: updateProjectType });

deleteAction('deleteProjectType', {
  description:
    'Deletes a project type with its statuses, when nothing is of it and it is not the default one.',
  run: deleteProjectType,
});
