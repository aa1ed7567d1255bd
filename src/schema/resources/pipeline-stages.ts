import { createPipelineStage } from '../../domain/pipeline-stages/create.ts';
import { deletePipelineStage } from '../../domain/pipeline-stages/delete.ts';
import {
  createPipelineStageInput,
  updatePipelineStageInput,
} from '../../domain/pipeline-stages/fields.ts';
import { updatePipelineStage } from '../../domain/pipeline-stages/update.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enumFilter, relationListFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('PipelineStage', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'PipelineStage', ['label', 'hexColor', 'stageType', 'position']),
    opportunities: relationConnectionField(t, 'opportunities', 'Opportunity'),
  }),
});

defineRecordQueries('PipelineStage', {
  field: 'pipelineStages',
  description: 'The stages of the sales pipeline, in order.',
  where: {
    label: 'String',
    stageType: enumFilter('StageType'),
    opportunities: relationListFilter('Opportunity'),
  },
  orderBy: ['position', 'label'],
  defaultOrder: [{ position: 'asc' }],
});

defineCommandMutation('createPipelineStage', {
  description: 'Adds a stage to the sales pipeline.',
  record: 'PipelineStage',
  input: createPipelineStageInput,
  run: createPipelineStage,
});

defineUpdateMutations({
  record: 'PipelineStage',
  input: updatePipelineStageInput,
  run: updatePipelineStage,
});

defineDeleteMutation('deletePipelineStage', {
  record: 'PipelineStage',
  description: 'Deletes a pipeline stage without opportunities.',
  run: deletePipelineStage,
});
