import type { PipelineStage } from '../../generated/prisma/client.ts';
import { enumOf, hexColor, sortPositionType, text } from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';

export type PipelineStageRecord = PipelineStage;

export const pipelineStageTypes = [
  'NEW',
  'IN_PROGRESS',
  'ON_HOLD',
  'CLOSED_WON',
  'CLOSED_LOST',
] as const;

const positionDescription = 'Place in the pipeline: stages go by it, then by age.';

const stageFields = {
  hexColor: nullable(hexColor),
  stageType: withDefault(
    enumOf('StageType', pipelineStageTypes),
    'IN_PROGRESS',
    'Meaning of the stage. Opportunities in a closed stage are decided.',
  ),
};

export const createPipelineStageInput = inputObject('CreatePipelineStage', 'A new stage.', {
  label: required(text()),
  ...stageFields,
  position: nullable(sortPositionType, `${positionDescription} Default: the last.`),
});

export const updatePipelineStageInput = inputObject('UpdatePipelineStage', 'A stage’s fields.', {
  label: requiredOnCreate(text()),
  ...stageFields,
  position: requiredOnCreate(sortPositionType, positionDescription),
});
