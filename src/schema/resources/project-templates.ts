import {
  createProjectTemplate,
  createProjectTemplateInput,
  deleteProjectTemplate,
  updateProjectTemplate,
  updateProjectTemplateInput,
} from '../../domain/project-templates/index.ts';
import { feeScheduleInput } from '../../domain/projects/fee-schedule.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, ownNode, parts, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { one } from '../core/filters.ts';
import { jsonObject } from '../core/json-objects.ts';

builder.prismaNode('ProjectTemplate', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'ProjectTemplate', [
      'name',
      'description',
      'projectTypeId',
      'portalAccess',
      'showTimeWorkedInPortal',
    ]),
    feeSchedule: derived<{ feeSchedule: unknown }>(t, {
      type: jsonObject(feeScheduleInput),
      nullable: true,
      description: 'How projects made from it are charged.',
      from: { feeSchedule: true },
      value: (row) => row.feeSchedule,
    }),
    projectType: related(t, 'projectType', { nullable: true }),
    deliverables: parts(t, 'deliverables', { position: 'asc' }),
  }),
});

listed('ProjectTemplate', {
  field: 'projectTemplates',
  description: 'What new projects can be made from, by name.',
  where: { name: 'String', projectTypeId: 'ID', projectType: one('ProjectType') },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

builder.prismaNode('ProjectTemplateDeliverable', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'ProjectTemplateDeliverable', [
      'templateId',
      'name',
      'description',
      'priority',
      'approvalRequired',
      'position',
    ]),
    template: related(t, 'template'),
  }),
});

action('createProjectTemplate', {
  description: 'Makes a project template with its deliverables.',
  record: 'ProjectTemplate',
  input: createProjectTemplateInput,
  run: createProjectTemplate,
});

updateActions({
  record: 'ProjectTemplate',
  input: updateProjectTemplateInput,
  run: updateProjectTemplate,
});

deleteAction('deleteProjectTemplate', {
  record: 'ProjectTemplate',
  description: 'Deletes a project template; projects made from it stay.',
  neverConflicts: true,
  run: deleteProjectTemplate,
});
