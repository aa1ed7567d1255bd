import { pipelineStageOperations } from '../../operations/pipeline-stages.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('PipelineStage', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'PipelineStage', []),
    opportunities: relationConnectionField(t, 'opportunities', 'Opportunity'),
  }),
});

defineRecordQueries('PipelineStage', {
  field: 'pipelineStages',
  description: 'The stages of the sales pipeline, in order.',
  where: ['label', 'stageType', 'opportunities'],
  orderBy: ['position', 'label'],
  defaultOrder: [{ position: 'asc' }],
});

defineOperationMutations(pipelineStageOperations);
