import {
  createPipelineStage,
  createPipelineStageInput,
  deletePipelineStage,
  updatePipelineStage,
  updatePipelineStageInput,
} from '../../domain/pipeline-stages.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createPipelineStage', {
  description: 'Adds a stage to the sales pipeline.',
  record: 'PipelineStage',
  input: createPipelineStageInput,
  run: createPipelineStage,
});

updateActions({
  record: 'PipelineStage',
  input: updatePipelineStageInput,
  run: updatePipelineStage,
});

deleteAction('deletePipelineStage', {
  description: 'Deletes a stage of the pipeline in which no opportunity is.',
  run: deletePipelineStage,
});
