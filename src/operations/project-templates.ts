import { createProjectTemplate } from '../domain/project-templates/create.ts';
import { deleteProjectTemplate } from '../domain/project-templates/delete.ts';
import {
  createProjectTemplateInput,
  updateProjectTemplateInput,
} from '../domain/project-templates/fields.ts';
import { updateProjectTemplate } from '../domain/project-templates/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const projectTemplateOperations = defineOperations('ProjectTemplate', {
  createProjectTemplate: {
    kind: 'create',
    description: 'Creates a project template with its deliverables.',
    input: createProjectTemplateInput,
    errors: ['name_taken', 'name_not_found'],
    run: createProjectTemplate,
  },
  updateProjectTemplate: {
    kind: 'update',
    input: updateProjectTemplateInput,
    errors: ['name_taken', 'name_not_found'],
    run: updateProjectTemplate,
  },
  deleteProjectTemplate: {
    kind: 'delete',
    description: 'Deletes a project template. Projects that were created from it stay.',
    run: deleteProjectTemplate,
  },
});
