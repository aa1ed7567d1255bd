import { createProjectTemplate } from '../../domain/project-templates/create.ts';
import { deleteProjectTemplate } from '../../domain/project-templates/delete.ts';
import {
  createProjectTemplateInput,
  updateProjectTemplateInput,
} from '../../domain/project-templates/fields.ts';
import { updateProjectTemplate } from '../../domain/project-templates/update.ts';
import { feeScheduleInput } from '../../domain/projects/fee-schedule.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { relationFilter } from '../core/filters.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';

builder.prismaNode('ProjectTemplate', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'ProjectTemplate', [
      'name',
      'description',
      'projectTypeId',
      'portalAccess',
      'showTimeWorkedInPortal',
    ]),
    feeSchedule: computedField<{ feeSchedule: unknown }>(t, {
      type: jsonObjectType(feeScheduleInput),
      nullable: true,
      description: 'Fee schedule of new projects.',
      from: { feeSchedule: true },
      value: (row) => row.feeSchedule,
    }),
    projectType: relationField(t, 'projectType', { nullable: true }),
    deliverables: relationListField(t, 'deliverables', { position: 'asc' }),
  }),
});

defineRecordQueries('ProjectTemplate', {
  field: 'projectTemplates',
  description: 'Templates for new projects, by name.',
  where: { name: 'String', projectTypeId: 'ID', projectType: relationFilter('ProjectType') },
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

builder.prismaNode('ProjectTemplateDeliverable', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'ProjectTemplateDeliverable', [
      'templateId',
      'name',
      'description',
      'priority',
      'approvalRequired',
      'position',
    ]),
    template: relationField(t, 'template'),
  }),
});

defineCommandMutation('createProjectTemplate', {
  description: 'Creates a project template with its deliverables.',
  record: 'ProjectTemplate',
  input: createProjectTemplateInput,
  run: createProjectTemplate,
});

defineUpdateMutations({
  record: 'ProjectTemplate',
  input: updateProjectTemplateInput,
  run: updateProjectTemplate,
});

defineDeleteMutation('deleteProjectTemplate', {
  record: 'ProjectTemplate',
  description: 'Deletes a project template. Projects that were created from it stay.',
  neverConflicts: true,
  run: deleteProjectTemplate,
});
