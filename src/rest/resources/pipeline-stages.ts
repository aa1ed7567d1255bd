import type { PipelineStageRecord } from '../../domain/pipeline-stages/fields.ts';
import { pipelineStageTypes } from '../../domain/pipeline-stages/fields.ts';
import { pipelineStagesInOrder } from '../../domain/pipeline-stages/list.ts';
import { defineListRoute } from '../core/list-routes.ts';
import {
  choice,
  defineSerializer,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';

const pipelineStageSerializer = defineSerializer<PipelineStageRecord>()(
  'PipelineStage',
  'A stage of the sales pipeline.',
  {
    id: withDescription(text, 'Id of the stage, used as `statusId` in opportunities.'),
    label: text,
    hexColor: nullableText,
    stageType: choice(pipelineStageTypes),
  },
);

export const pipelineStageRoutes = [
  defineListRoute({
    path: 'pipelineStages/list',
    operationId: 'listPipelineStages',
    tag: 'Opportunities',
    summary: 'List pipeline stages',
    description: 'Stages of the sales pipeline, in order.',
    model: 'PipelineStage',
    record: pipelineStageSerializer,
    errors: [],
    example: {
      output: [
        {
          id: 'stg_0199d2f0a1c27b1e9f4b6c1de0a35f20',
          label: 'Lead',
          hexColor: '#8c8c8c',
          stageType: 'NEW',
        },
        {
          id: 'stg_0199d2f0a1c27b1e9f4b6c1de0a35f21',
          label: 'Won',
          hexColor: '#2da44e',
          stageType: 'CLOSED_WON',
        },
      ],
    },
    handle: () => pipelineStagesInOrder,
  }),
];
