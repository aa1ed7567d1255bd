import type { z } from 'zod';
import {
  booleanType,
  integer,
  list,
  multilineText,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { feeScheduleInput } from '../projects/fee-schedule.ts';
import { portalAccessField } from '../projects/fields.ts';

const deliverableInput = inputObject(
  'TemplateDeliverableInput',
  'A deliverable of a project template.',
  {
    name: required(text()),
    description: nullable(multilineText()),
    priority: withDefault(integer(), 0),
    approvalRequired: withDefault(booleanType, false),
  },
  'ProjectTemplateDeliverable',
);

const templateFields = {
  description: nullable(multilineText()),
  projectTypeName: nullable(
    text(),
    'Name of the project type of new projects. Default: the default type.',
  ),
  projectTypeId: nullable(
    recordIdType,
    'Id of that project type, instead of or in addition to its name.',
  ),
  feeSchedule: nullable(object(feeScheduleInput)),
  portalAccess: withDefault(portalAccessField, 'READ_ONLY', 'What clients see of new projects.'),
  showTimeWorkedInPortal: withDefault(booleanType, false),
  deliverables: withDefault(
    list(object(deliverableInput), { max: 500 }),
    [],
    'Its deliverables, in order. The list replaces the previous one.',
  ),
};

export const createProjectTemplateInput = inputObject('CreateProjectTemplate', 'A new template.', {
  name: required(text()),
  ...templateFields,
});

export const updateProjectTemplateInput = inputObject(
  'UpdateProjectTemplate',
  'A project template’s fields.',
  { name: requiredOnCreate(text()), ...templateFields },
);

export type TemplateDeliverables = z.output<typeof deliverableInput>[];
