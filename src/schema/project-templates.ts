import { feeScheduleInput } from '../domain/projects/fee-schedule.ts';
import { builder } from './builder.ts';
import { columns, derived, ownNode, parts } from './columns.ts';
import { listed } from './connections.ts';
import { one } from './filters.ts';
import { jsonObject } from './json-objects.ts';

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
    projectType: t.relation('projectType', { nullable: true }),
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
    template: t.relation('template'),
  }),
});
