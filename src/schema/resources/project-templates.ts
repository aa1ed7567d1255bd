import { feeScheduleInput } from '../../domain/projects/fee-schedule.ts';
import { projectTemplateOperations } from '../../operations/project-templates.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
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
    ...columnFields(t, 'ProjectTemplate', []),
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
  where: ['name', 'projectTypeId', 'projectType'],
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

defineOperationMutations(projectTemplateOperations);
