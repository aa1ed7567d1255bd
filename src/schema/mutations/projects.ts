import { createProject, createProjectInput } from '../../domain/projects/create.ts';
import { updateProject, updateProjectInput } from '../../domain/projects/update.ts';
import { action, updateActions } from '../actions.ts';

action('createProject', {
  description: 'Makes a project of a client, from a template if one is named.',
  record: 'Project',
  input: createProjectInput,
  run: createProject,
});

updateActions({ record: 'Project', input: updateProjectInput, run: updateProject });
