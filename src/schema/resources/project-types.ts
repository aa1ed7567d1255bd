import type { CustomFieldRecordType } from '../../generated/prisma/enums.ts';
import { projectTypeOperations, taskStageOperations } from '../../operations/project-types.ts';
import { columnEquals } from '../../query/conditions.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import {
  columnFields,
  ownAndGlobalListField,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';

builder.prismaNode('ProjectType', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'ProjectType', []),
    statusList: relationListField(t, 'statusList', { position: 'asc' }),
    projectFields: customFieldsOf(t, 'PROJECT', 'Custom fields of its projects, in order.'),
    deliverableFields: customFieldsOf(
      t,
      'DELIVERABLE',
      'Custom fields of its deliverables, in order.',
    ),
    projects: relationConnectionField(t, 'projects', 'Project'),
    templates: relationConnectionField(t, 'templates', 'ProjectTemplate'),
  }),
});

/** Lists custom fields of one project type and custom fields of all project types. */
const customFieldsOf = (t: FieldBuilder, recordType: CustomFieldRecordType, description: string) =>
  ownAndGlobalListField(t, {
    model: 'CustomField',
    description,
    link: [{ column: 'projectTypeId', of: 'id', orMissing: true }],
    where: columnEquals('recordType', recordType),
    order: [{ position: 'asc' }],
  });

defineRecordQueries('ProjectType', {
  field: 'projectTypes',
  description: 'Project types: the default first, the others by name.',
  where: ['name', 'isDefaultProjectType', 'statusList', 'projects', 'templates'],
  orderBy: ['name'],
  defaultOrder: [{ isDefaultProjectType: 'desc' }, { name: 'asc' }],
});

builder.prismaNode('TaskStage', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'TaskStage', []),
    projectType: relationField(t, 'projectType'),
    deliverables: relationConnectionField(t, 'deliverables', 'Deliverable'),
  }),
});

defineRecordQueries('TaskStage', {
  field: 'taskStages',
  description: 'Statuses of deliverables of all project types, in order.',
  where: ['label', 'complete', 'clientApproval', 'projectTypeId', 'projectType', 'deliverables'],
  orderBy: ['position', 'label', 'projectTypeId'],
  defaultOrder: [{ projectTypeId: 'asc' }, { position: 'asc' }],
});

defineOperationMutations(projectTypeOperations);
defineOperationMutations(taskStageOperations);
