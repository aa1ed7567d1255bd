import {
  createTaskStage,
  createTaskStageInput,
  deleteTaskStage,
  updateTaskStage,
  updateTaskStageInput,
} from '../../domain/task-stages.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createTaskStage', {
  description: 'Adds a status to a project type.',
  record: 'TaskStage',
  input: createTaskStageInput,
  run: createTaskStage,
});

updateActions({ record: 'TaskStage', input: updateTaskStageInput, run: updateTaskStage });

deleteAction('deleteTaskStage', {
  description: 'Deletes a status in which no deliverable is.',
  run: deleteTaskStage,
});
