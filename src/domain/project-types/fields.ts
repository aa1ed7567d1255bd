import type { ProjectType } from '../../generated/prisma/client.ts';
import { booleanType, text } from '../../platform/input/field-types.ts';
import {
  inputObject,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { TaskStageRecord } from '../task-stages/fields.ts';
import { taskStageList } from '../task-stages/fields.ts';

export type ProjectTypeRecord = ProjectType & { statusList: readonly TaskStageRecord[] };

const defaultDescription = 'The type of projects that name none; takes that from the former one.';

export const createProjectTypeInput = inputObject('CreateProjectType', 'A new project type.', {
  name: required(text()),
  isDefaultProjectType: withDefault(booleanType, false, defaultDescription),
  statusList: withDefault(taskStageList, []),
});

export const updateProjectTypeInput = inputObject('UpdateProjectType', 'A project type’s fields.', {
  name: requiredOnCreate(text()),
  isDefaultProjectType: requiredOnCreate(booleanType, defaultDescription),
});
