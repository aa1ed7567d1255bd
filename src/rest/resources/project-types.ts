import type { CustomFieldRecord } from '../../domain/custom-fields/fields.ts';
import type { ProjectTypeRecord } from '../../domain/project-types/fields.ts';
import {
  customFieldsOfProjectType,
  positionOrder,
  projectTypesByName,
} from '../../domain/project-types/list.ts';
import type { TaskStageRecord } from '../../domain/task-stages/fields.ts';
import { listTaskStages, listTaskStagesInput } from '../../domain/task-stages/list.ts';
import { defineListRoute } from '../core/list-routes.ts';
import {
  bool,
  defineSerializer,
  joinedRecords,
  listOf,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';

const taskStageSerializer = defineSerializer<TaskStageRecord>()(
  'TaskStage',
  'A status that deliverables of a project type can have.',
  {
    id: withDescription(text, 'Id of the status, used as `statusId` in deliverables.'),
    label: text,
    hexColor: nullableText,
    complete: bool,
    clientApproval: bool,
  },
);

const customFieldSerializer = defineSerializer<CustomFieldRecord>()(
  'CustomField',
  'The definition of a custom field.',
  {
    id: withDescription(text, 'Id of the field, used as `fieldId` in custom values.'),
    name: text,
    mappingKey: text,
    type: text,
    options: listOf(text),
  },
);

const projectTypeSerializer = defineSerializer<ProjectTypeRecord>()(
  'ProjectType',
  'A project type: its custom fields, and the statuses of its deliverables.',
  {
    id: withDescription(text, 'Id of the project type.'),
    name: text,
    isDefaultProjectType: bool,
    projectFields: joinedRecords(
      withDescription(
        listOf(customFieldSerializer, positionOrder),
        'Custom fields of its projects.',
      ),
      'CustomField',
      customFieldsOfProjectType('PROJECT'),
    ),
    deliverableFields: joinedRecords(
      withDescription(
        listOf(customFieldSerializer, positionOrder),
        'Custom fields of its deliverables.',
      ),
      'CustomField',
      customFieldsOfProjectType('DELIVERABLE'),
    ),
    statusList: listOf(taskStageSerializer, positionOrder),
  },
);

const statusList = [
  {
    id: 'sta_0199d2f0a1c27b1e9f4b6c1de0a35f31',
    label: 'To do',
    hexColor: '#8c8c8c',
    complete: false,
    clientApproval: false,
  },
  {
    id: 'sta_0199d2f0a1c27b1e9f4b6c1de0a35f32',
    label: 'Complete',
    hexColor: '#2da44e',
    complete: true,
    clientApproval: false,
  },
];

const projectTypeExample = {
  id: 'typ_0199d2f0a1c27b1e9f4b6c1de0a35f30',
  name: 'Standard project',
  isDefaultProjectType: true,
  projectFields: [
    {
      id: 'fld_0199d2f0a1c27b1e9f4b6c1de0a35f33',
      name: 'Cost centre',
      mappingKey: 'cost_centre',
      type: 'TEXT',
      options: [],
    },
  ],
  deliverableFields: [],
  statusList,
};

export const projectTypeRoutes = [
  defineListRoute({
    path: 'projectTypes/list',
    operationId: 'listProjectTypes',
    tag: 'Projects',
    summary: 'List project types',
    description:
      'All project types with their custom fields and statuses: the default first, the others by name.',
    model: 'ProjectType',
    record: projectTypeSerializer,
    errors: [],
    example: { output: [projectTypeExample] },
    handle: () => projectTypesByName,
  }),
  defineListRoute({
    path: 'taskStages/list',
    operationId: 'listTaskStages',
    tag: 'Projects',
    summary: 'List project task stages',
    description:
      'Statuses of a project type, in order. Without `projectTypeId`, those of the default type. An unknown `projectTypeId` is a 404.',
    input: listTaskStagesInput,
    model: 'TaskStage',
    record: taskStageSerializer,
    errors: ['record_not_found'],
    example: { input: { projectTypeId: projectTypeExample.id }, output: statusList },
    handle: listTaskStages,
  }),
];
