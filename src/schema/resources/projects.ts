import { feeScheduleInput } from '../../domain/projects/fee-schedule.ts';
import { projectOperations } from '../../operations/projects.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { hideInactiveByDefault } from '../core/list-definitions.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  manyToManyListField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import {
  budgetUsedField,
  projectMinutesField,
  projectProfitField,
} from '../core/record-total-fields.ts';
import { customValueFields } from './custom-fields.ts';

builder.prismaNode('Project', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Project', ['dateCreated']),
    feeSchedule: computedField<{ feeSchedule: unknown }>(t, {
      type: jsonObjectType(feeScheduleInput),
      nullable: true,
      description: 'Fee schedule of the project.',
      from: { feeSchedule: true },
      value: (row) => row.feeSchedule,
    }),
    ...customValueFields(t, 'Project'),
    trackedMinutes: projectMinutesField(t),
    budgetUsed: budgetUsedField(t),
    profit: projectProfitField(t),
    client: relationField(t, 'client'),
    projectType: relationField(t, 'projectType'),
    deliverables: relationConnectionField(t, 'deliverables', 'Deliverable'),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
    memberIds: computedField<{ members: { userId: number }[] }>(t, {
      type: ['Int'],
      description: 'Numbers of the users who are assigned to the whole project.',
      from: { members: { orderBy: { userId: 'asc' }, select: { userId: true } } },
      value: ({ members }) => members.map(({ userId }) => userId),
    }),
    members: manyToManyListField(t, {
      via: ['members', 'user'],
      model: 'User',
      reference: 'userId',
      description:
        'Users who are assigned to the whole project, in addition to those of its deliverables.',
    }),
    invoiceLines: relationConnectionField(t, 'invoiceLines', 'InvoiceLine'),
    invoices: manyToManyListField(t, {
      via: ['invoiceLines', 'invoice'],
      model: 'Invoice',
      reference: 'invoiceId',
      latest: 100,
      description: 'The latest hundred invoices with a line for the project, latest first.',
    }),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Project', {
  field: 'projects',
  description: 'Projects of the workspace, by name.',
  where: [
    ...['name', 'active', 'clientId', 'projectTypeId', 'startDate', 'dueDate', 'dateCreated'],
    ...['portalAccess', 'client', 'projectType', 'deliverables', 'timeEntries', 'expenses'],
    ...['members', 'invoiceLines'],
  ],
  orderBy: ['name', 'startDate', 'dueDate', 'dateCreated'],
  defaultOrder: [{ name: 'asc' }],
  hiddenByDefault: hideInactiveByDefault,
});

defineOperationMutations(projectOperations);
