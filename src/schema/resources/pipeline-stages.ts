import {
  createPipelineStage,
  createPipelineStageInput,
  deletePipelineStage,
  updatePipelineStage,
  updatePipelineStageInput,
} from '../../domain/pipeline-stages/index.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { enumFilter, many } from '../core/filters.ts';

builder.prismaNode('PipelineStage', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'PipelineStage', ['label', 'hexColor', 'stageType', 'position']),
    opportunities: relatedList(t, 'opportunities', 'Opportunity'),
  }),
});

listed('PipelineStage', {
  field: 'pipelineStages',
  description: 'The stages of the sales pipeline, in order.',
  where: {
    label: 'String',
    stageType: enumFilter('StageType'),
    opportunities: many('Opportunity'),
  },
  orderBy: ['position', 'label'],
  usualOrder: [{ position: 'asc' }],
});

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
  record: 'PipelineStage',
  description: 'Deletes a stage of the pipeline in which no opportunity is.',
  run: deletePipelineStage,
});
