import {
  createProjectType,
  createProjectTypeInput,
  deleteProjectType,
  updateProjectType,
  updateProjectTypeInput,
} from '../../domain/project-types/index.ts';
import { equals } from '../../query/conditions.ts';
import {
  createTaskStage,
  createTaskStageInput,
  deleteTaskStage,
  updateTaskStage,
  updateTaskStageInput,
} from '../../domain/task-stages/index.ts';
import type { CustomFieldRecordType } from '../../generated/prisma/enums.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import type { Fielder } from '../core/record-fields.ts';
import { columns, ownNode, parts, related, shared } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { many, one } from '../core/filters.ts';

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
const fieldsOf = (t: Fielder, recordType: CustomFieldRecordType, description: string) =>
  shared(t, {
    model: 'CustomField',
    description,
    link: [{ column: 'projectTypeId', of: 'id', orMissing: true }],
    where: equals('recordType', recordType),
    order: [{ position: 'asc' }],
  });

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
    projectType: related(t, 'projectType'),
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

action('createProjectType', {
  description: 'Makes a project type with its statuses.',
  record: 'ProjectType',
  input: createProjectTypeInput,
  run: createProjectType,
});

updateActions({ record: 'ProjectType', input: updateProjectTypeInput, run: updateProjectType });

deleteAction('deleteProjectType', {
  record: 'ProjectType',
  description:
    'Deletes a project type with its statuses, when nothing is of it and it is not the default one.',
  run: deleteProjectType,
});

action('createTaskStage', {
  description: 'Adds a status to a project type.',
  record: 'TaskStage',
  input: createTaskStageInput,
  run: createTaskStage,
});

updateActions({ record: 'TaskStage', input: updateTaskStageInput, run: updateTaskStage });

deleteAction('deleteTaskStage', {
  record: 'TaskStage',
  description: 'Deletes a status in which no deliverable is.',
  run: deleteTaskStage,
});
