import type { CustomFieldRecordType } from '../generated/prisma/enums.ts';
import { builder } from './builder.ts';
import type { Fielder } from './columns.ts';
import { columns, derived, ownNode, parts } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { many, one } from './filters.ts';
import { customFields } from './loaders.ts';

builder.prismaNode('ProjectType', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'ProjectType', ['name', 'isDefaultProjectType']),
    statusList: parts(t, 'statusList', { position: 'asc' }),
    projectFields: fieldsOf(t, 'PROJECT', 'Custom fields of its projects, in order.'),
    deliverableFields: fieldsOf(t, 'DELIVERABLE', 'Custom fields of its deliverables, in order.'),
    projects: relatedList(t, 'projects', 'Project'),
    templates: relatedList(t, 'templates', 'ProjectTemplate'),
  }),
});

/** The custom fields that records of a type have here: the type’s own, and those of every project type. */
function fieldsOf(t: Fielder, recordType: CustomFieldRecordType, description: string) {
  return derived<{ id: string }>(t, {
    type: ['CustomField'],
    description,
    from: { id: true },
    value: async ({ id }, context) =>
      (await customFields(context)).filter(
        (field) =>
          field.recordType === recordType &&
          (field.projectTypeId === null || field.projectTypeId === id),
      ),
  });
}

listed('ProjectType', {
  field: 'projectTypes',
  description: 'Kinds of projects: the default one first, the others by name.',
  where: {
    name: 'String',
    isDefaultProjectType: 'Boolean',
    statusList: many('TaskStage'),
    projects: many('Project'),
    templates: many('ProjectTemplate'),
  },
  orderBy: ['name'],
  usualOrder: [{ isDefaultProjectType: 'desc' }, { name: 'asc' }],
});

builder.prismaNode('TaskStage', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'TaskStage', [
      'projectTypeId',
      'label',
      'hexColor',
      'complete',
      'clientApproval',
      'position',
    ]),
    projectType: t.relation('projectType'),
    deliverables: relatedList(t, 'deliverables', 'Deliverable'),
  }),
});

listed('TaskStage', {
  field: 'taskStages',
  description: 'The statuses that deliverables pass through, of all project types, in their order.',
  where: {
    label: 'String',
    complete: 'Boolean',
    clientApproval: 'Boolean',
    projectTypeId: 'ID',
    projectType: one('ProjectType'),
    deliverables: many('Deliverable'),
  },
  orderBy: ['position', 'label', 'projectTypeId'],
  usualOrder: [{ projectTypeId: 'asc' }, { position: 'asc' }],
});
