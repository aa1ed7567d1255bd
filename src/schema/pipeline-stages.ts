import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { enumFilter, many } from './filters.ts';

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
