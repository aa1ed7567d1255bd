import type { z } from 'zod';
import type { TaskStage } from '../../generated/prisma/client.ts';
import {
  booleanType,
  hexColor,
  list,
  object,
  recordIdType,
  sortPositionType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';

export type TaskStageRecord = TaskStage;

const positionDescription = 'Position among the statuses of the project type.';

const stageFields = {
  hexColor: nullable(hexColor),
  complete: withDefault(booleanType, false),
  clientApproval: withDefault(booleanType, false),
};

const newStageFields = { label: required(text()), ...stageFields };

export const taskStageList = list(
  object(inputObject('TaskStageInput', 'A status of a new project type.', newStageFields)),
  { max: 100 },
);

export const createTaskStageInput = inputObject(
  'CreateTaskStage',
  'A new status of the project type in projectTypeName or projectTypeId.',
  {
    ...newStageFields,
    projectTypeName: nullable(text(), 'Name of the project type.'),
    projectTypeId: nullable(
      recordIdType,
      'Id of the project type, instead of or in addition to its name.',
    ),
    position: nullable(sortPositionType, `${positionDescription} Default: the last.`),
  },
);

export const updateTaskStageInput = inputObject('UpdateTaskStage', 'A status’s fields.', {
  label: requiredOnCreate(text()),
  ...stageFields,
  position: requiredOnCreate(sortPositionType, positionDescription),
});

export type NewTaskStage = z.output<z.ZodObject<typeof newStageFields>>;
