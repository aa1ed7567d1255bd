import { toDoItemInput } from '../../domain/to-do-items/fields.ts';
import { deliverableOperations } from '../../operations/deliverables.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  manyToManyListField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import { deliverableMinutesField } from '../core/record-total-fields.ts';
import { customValueFields } from './custom-fields.ts';

const deliverableColumns = [
  'completedAt',
  'approvedAt',
  'approvedBy',
  'invoiceId',
  'invoiceLineId',
] as const;

builder.prismaNode('Deliverable', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Deliverable', deliverableColumns, { invoiceLineId: 'ID' }),
    clientId: computedField<{ project: { clientId: string } }>(t, {
      type: 'ID',
      description: 'Id of the project’s client.',
      from: { project: { select: { clientId: true } } },
      value: ({ project }) => project.clientId,
    }),
    status: computedField<{ status: { label: string } }>(t, {
      type: 'String',
      description: 'Label of its status.',
      from: { status: { select: { label: true } } },
      value: ({ status }) => status.label,
    }),
    taskStage: relationField(t, 'status'),
    assignedToList: computedField<{ assignees: { userId: number }[] }>(t, {
      type: ['Int'],
      description: 'Numbers of the assigned users.',
      from: { assignees: { orderBy: { userId: 'asc' }, select: { userId: true } } },
      value: ({ assignees }) => assignees.map(({ userId }) => userId),
    }),
    assignees: manyToManyListField(t, {
      via: ['assignees', 'user'],
      model: 'User',
      reference: 'userId',
      description: 'Assigned users.',
    }),
    toDos: computedField<{ toDos: unknown }>(t, {
      type: [jsonObjectType(toDoItemInput, { filledIn: ['id'] })],
      description: 'To-do items.',
      from: { toDos: true },
      value: (row) => row.toDos,
    }),
    ...customValueFields(t, 'Deliverable'),
    trackedMinutes: deliverableMinutesField(t),
    project: relationField(t, 'project'),
    invoice: relationField(t, 'invoice', { nullable: true }),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    invoiceLines: relationConnectionField(t, 'invoiceLines', 'InvoiceLine'),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Deliverable', {
  field: 'deliverables',
  description: 'Deliverables, by project and in the project’s order.',
  where: [
    ...['name', 'projectId', 'statusId', 'invoiceId', 'priority', 'approvalRequired'],
    ...['startDate', 'dueDate', 'completedAt', 'archived', 'project', 'status', 'invoice'],
    ...['assignees', 'timeEntries'],
  ],
  orderBy: ['name', 'projectId', 'priority', 'startDate', 'dueDate'],
  defaultOrder: [{ projectId: 'asc' }, { position: 'asc' }],
  hiddenByDefault: hideArchivedByDefault,
});

defineOperationMutations(deliverableOperations);
