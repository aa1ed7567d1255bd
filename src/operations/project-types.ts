import { createProjectType } from '../domain/project-types/create.ts';
import { deleteProjectType } from '../domain/project-types/delete.ts';
import { createProjectTypeInput, updateProjectTypeInput } from '../domain/project-types/fields.ts';
import { updateProjectType } from '../domain/project-types/update.ts';
import { createTaskStage } from '../domain/task-stages/create.ts';
import { deleteTaskStage } from '../domain/task-stages/delete.ts';
import { createTaskStageInput, updateTaskStageInput } from '../domain/task-stages/fields.ts';
import { updateTaskStage } from '../domain/task-stages/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const projectTypeOperations = defineOperations('ProjectType', {
  createProjectType: {
    kind: 'create',
    description: 'Creates a project type with its statuses.',
    input: createProjectTypeInput,
    errors: ['name_taken'],
    run: createProjectType,
  },
  updateProjectType: {
    kind: 'update',
    input: updateProjectTypeInput,
    errors: ['name_taken', 'conflicting_state'],
    run: updateProjectType,
  },
  deleteProjectType: {
    kind: 'delete',
    description: 'Deletes an unused project type with its statuses, except for the default type.',
    errors: ['conflicting_state'],
    run: deleteProjectType,
  },
});

export const taskStageOperations = defineOperations('TaskStage', {
  createTaskStage: {
    kind: 'create',
    description: 'Adds a status to a project type.',
    input: createTaskStageInput,
    errors: ['name_taken', 'name_not_found'],
    run: createTaskStage,
  },
  updateTaskStage: {
    kind: 'update',
    input: updateTaskStageInput,
    errors: ['name_taken'],
    run: updateTaskStage,
  },
  deleteTaskStage: {
    kind: 'delete',
    description: 'Deletes a status without deliverables.',
    errors: ['conflicting_state'],
    run: deleteTaskStage,
  },
});
