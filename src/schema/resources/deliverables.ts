import { approveDeliverable, approveDeliverableInput } from '../../domain/deliverables/approve.ts';
import { archiveDeliverable, unarchiveDeliverable } from '../../domain/deliverables/archive.ts';
import { createDeliverable } from '../../domain/deliverables/create.ts';
import {
  createDeliverableInput,
  updateDeliverableInput,
} from '../../domain/deliverables/fields.ts';
import { deleteDeliverable, updateDeliverable } from '../../domain/deliverables/update.ts';
import { toDoItemInput } from '../../domain/to-do-items/fields.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineRecordMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationFilter, relationListFilter } from '../core/filters.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import {
  columnFields,
  computedField,
  manyToManyListField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import { deliverableMinutesField } from '../core/record-total-fields.ts';
import { customValuesField } from './custom-fields.ts';

builder.prismaNode('Deliverable', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'Deliverable',
      [
        'projectId',
        'name',
        'statusId',
        'priority',
        'description',
        'approvalRequired',
        'startDate',
        'dueDate',
        'completedAt',
        'approvedAt',
        'approvedBy',
        'invoiceId',
        'invoiceLineId',
        'ticketId',
        'position',
        'archived',
      ],
      { dates: ['startDate', 'dueDate'], as: { invoiceLineId: 'ID' } },
    ),
    clientId: computedField<{ project: { clientId: string } }>(t, {
      type: 'ID',
      description: 'Id of the client its project is done for.',
      from: { project: { select: { clientId: true } } },
      value: ({ project }) => project.clientId,
    }),
    status: computedField<{ status: { label: string } }>(t, {
      type: 'String',
      description: 'Label of the status it is in.',
      from: { status: { select: { label: true } } },
      value: ({ status }) => status.label,
    }),
    taskStage: relationField(t, 'status'),
    assignedToList: computedField<{ assignees: { userId: number }[] }>(t, {
      type: ['Int'],
      description: 'Numbers of the users who work on it.',
      from: { assignees: { orderBy: { userId: 'asc' }, select: { userId: true } } },
      value: ({ assignees }) => assignees.map(({ userId }) => userId),
    }),
    assignees: manyToManyListField(t, {
      via: ['assignees', 'user'],
      model: 'User',
      reference: 'userId',
      description: 'The users who work on it.',
    }),
    toDos: computedField<{ toDos: unknown }>(t, {
      type: [jsonObjectType(toDoItemInput, { filledIn: ['id'] })],
      description: 'What is to be done for it.',
      from: { toDos: true },
      value: (row) => row.toDos,
    }),
    customValues: customValuesField(t),
    trackedMinutes: deliverableMinutesField(t),
    project: relationField(t, 'project'),
    invoice: relationField(t, 'invoice', { nullable: true }),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    invoiceLines: relationConnectionField(t, 'invoiceLines', 'InvoiceLine'),
  }),
});

defineRecordQueries('Deliverable', {
  field: 'deliverables',
  description: 'What projects deliver, by project and in the project’s order.',
  where: {
    name: 'String',
    projectId: 'ID',
    statusId: 'ID',
    invoiceId: 'ID',
    priority: 'Int',
    approvalRequired: 'Boolean',
    startDate: 'Date',
    dueDate: 'Date',
    completedAt: 'DateTime',
    archived: 'Boolean',
    project: relationFilter('Project'),
    status: relationFilter('TaskStage'),
    invoice: relationFilter('Invoice'),
    assignees: relationListFilter('User'),
    timeEntries: relationListFilter('TimeEntry'),
  },
  orderBy: ['name', 'projectId', 'priority', 'startDate', 'dueDate'],
  defaultOrder: [{ projectId: 'asc' }, { position: 'asc' }],
  hiddenByDefault: hideArchivedByDefault,
});

defineCommandMutation('createDeliverable', {
  description: 'Makes a deliverable of a project.',
  record: 'Deliverable',
  input: createDeliverableInput,
  run: (context, input) => createDeliverable(context, input),
});

defineUpdateMutations({
  record: 'Deliverable',
  input: updateDeliverableInput,
  run: updateDeliverable,
});

defineCommandMutation('approveDeliverable', {
  description: 'Approves a deliverable: it becomes complete; one that is complete stays as it is.',
  record: 'Deliverable',
  input: approveDeliverableInput,
  changes: true,
  run: approveDeliverable,
});

defineRecordMutation('archiveDeliverable', {
  description:
    'Archives a deliverable: lists leave it out, names do not find it, and it takes no new time. Everything of it stays, its name too.',
  record: 'Deliverable',
  neverConflicts: true,
  run: archiveDeliverable,
});

defineRecordMutation('unarchiveDeliverable', {
  description: 'Takes a deliverable out of the archive.',
  record: 'Deliverable',
  neverConflicts: true,
  run: unarchiveDeliverable,
});

defineDeleteMutation('deleteDeliverable', {
  record: 'Deliverable',
  description: 'Deletes a deliverable on which no time was logged and that no invoice charges.',
  run: deleteDeliverable,
});
