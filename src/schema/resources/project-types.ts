import { createProjectType } from '../../domain/project-types/create.ts';
import { deleteProjectType } from '../../domain/project-types/delete.ts';
import {
  createProjectTypeInput,
  updateProjectTypeInput,
} from '../../domain/project-types/fields.ts';
import { updateProjectType } from '../../domain/project-types/update.ts';
import { createTaskStage } from '../../domain/task-stages/create.ts';
import { deleteTaskStage } from '../../domain/task-stages/delete.ts';
import { createTaskStageInput, updateTaskStageInput } from '../../domain/task-stages/fields.ts';
import { updateTaskStage } from '../../domain/task-stages/update.ts';
import type { CustomFieldRecordType } from '../../generated/prisma/enums.ts';
import { columnEquals } from '../../query/conditions.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationFilter, relationListFilter } from '../core/filters.ts';
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
    ...columnFields(t, 'ProjectType', ['name', 'isDefaultProjectType']),
    statusList: relationListField(t, 'statusList', { position: 'asc' }),
    projectFields: fieldsOf(t, 'PROJECT', 'Custom fields of its projects, in order.'),
    deliverableFields: fieldsOf(t, 'DELIVERABLE', 'Custom fields of its deliverables, in order.'),
    projects: relationConnectionField(t, 'projects', 'Project'),
    templates: relationConnectionField(t, 'templates', 'ProjectTemplate'),
  }),
});

/** The custom fields that records of a type have here: the type’s own, and those of every project type. */
const fieldsOf = (t: FieldBuilder, recordType: CustomFieldRecordType, description: string) =>
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
  where: {
    name: 'String',
    isDefaultProjectType: 'Boolean',
    statusList: relationListFilter('TaskStage'),
    projects: relationListFilter('Project'),
    templates: relationListFilter('ProjectTemplate'),
  },
  orderBy: ['name'],
  defaultOrder: [{ isDefaultProjectType: 'desc' }, { name: 'asc' }],
});

builder.prismaNode('TaskStage', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'TaskStage', [
      'projectTypeId',
      'label',
      'hexColor',
      'complete',
      'clientApproval',
      'position',
    ]),
    projectType: relationField(t, 'projectType'),
    deliverables: relationConnectionField(t, 'deliverables', 'Deliverable'),
  }),
});

defineRecordQueries('TaskStage', {
  field: 'taskStages',
  description: 'Statuses of deliverables of all project types, in order.',
  where: {
    label: 'String',
    complete: 'Boolean',
    clientApproval: 'Boolean',
    projectTypeId: 'ID',
    projectType: relationFilter('ProjectType'),
    deliverables: relationListFilter('Deliverable'),
  },
  orderBy: ['position', 'label', 'projectTypeId'],
  defaultOrder: [{ projectTypeId: 'asc' }, { position: 'asc' }],
});

defineCommandMutation('createProjectType', {
  description: 'Creates a project type with its statuses.',
  record: 'ProjectType',
  input: createProjectTypeInput,
  run: createProjectType,
});

defineUpdateMutations({
  record: 'ProjectType',
  input: updateProjectTypeInput,
  run: updateProjectType,
});

defineDeleteMutation('deleteProjectType', {
  record: 'ProjectType',
  description: 'Deletes an unused project type with its statuses, except for the default type.',
  run: deleteProjectType,
});

defineCommandMutation('createTaskStage', {
  description: 'Adds a status to a project type.',
  record: 'TaskStage',
  input: createTaskStageInput,
  run: createTaskStage,
});

defineUpdateMutations({ record: 'TaskStage', input: updateTaskStageInput, run: updateTaskStage });

defineDeleteMutation('deleteTaskStage', {
  record: 'TaskStage',
  description: 'Deletes a status without deliverables.',
  run: deleteTaskStage,
});
