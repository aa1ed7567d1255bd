import { createPipelineStage } from '../domain/pipeline-stages/create.ts';
import { deletePipelineStage } from '../domain/pipeline-stages/delete.ts';
import {
  createPipelineStageInput,
  updatePipelineStageInput,
} from '../domain/pipeline-stages/fields.ts';
import { updatePipelineStage } from '../domain/pipeline-stages/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const pipelineStageOperations = defineOperations('PipelineStage', {
  createPipelineStage: {
    kind: 'create',
    description: 'Adds a stage to the sales pipeline.',
    input: createPipelineStageInput,
    errors: ['name_taken'],
    run: createPipelineStage,
  },
  updatePipelineStage: {
    kind: 'update',
    input: updatePipelineStageInput,
    errors: ['name_taken'],
    run: updatePipelineStage,
  },
  deletePipelineStage: {
    kind: 'delete',
    description: 'Deletes a pipeline stage without opportunities.',
    errors: ['conflicting_state'],
    run: deletePipelineStage,
  },
});
