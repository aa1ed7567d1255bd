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
  'A deliverable that a template brings to a new project.',
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
    'Name of the type of projects made from it; left out: the default one.',
  ),
  projectTypeId: nullable(
    recordIdType,
    'Id of that project type, instead of its name or beside it.',
  ),
  feeSchedule: nullable(object(feeScheduleInput)),
  portalAccess: withDefault(
    portalAccessField,
    'READ_ONLY',
    'What clients see of projects made from it.',
  ),
  showTimeWorkedInPortal: withDefault(booleanType, false),
  deliverables: withDefault(
    list(object(deliverableInput), { max: 500 }),
    [],
    'What it brings to a new project, in order; the list replaces the former one.',
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
