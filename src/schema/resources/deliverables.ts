import { archiveDeliverable, unarchiveDeliverable } from '../../domain/deliverables/archive.ts';
import { deleteDeliverable, updateDeliverable } from '../../domain/deliverables/update.ts';
import { createDeliverable } from '../../domain/deliverables/create.ts';
import {
  createDeliverableInput,
  updateDeliverableInput,
} from '../../domain/deliverables/fields.ts';
import { approveDeliverable, approveDeliverableInput } from '../../domain/deliverables/index.ts';
import { toDoItemInput } from '../../domain/to-do-items/index.ts';
import { action, deleteAction, recordAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, linked, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { many, one } from '../core/filters.ts';
import { jsonObject } from '../core/json-objects.ts';
import { hidesArchived } from '../core/list-definitions.ts';
import { deliverableMinutes } from '../core/record-total-fields.ts';
import { customValues } from './custom-fields.ts';

builder.prismaNode('Deliverable', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
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
    clientId: derived<{ project: { clientId: string } }>(t, {
      type: 'ID',
      description: 'Id of the client its project is done for.',
      from: { project: { select: { clientId: true } } },
      value: ({ project }) => project.clientId,
    }),
    status: derived<{ status: { label: string } }>(t, {
      type: 'String',
      description: 'Label of the status it is in.',
      from: { status: { select: { label: true } } },
      value: ({ status }) => status.label,
    }),
    taskStage: related(t, 'status'),
    assignedToList: derived<{ assignees: { userId: number }[] }>(t, {
      type: ['Int'],
      description: 'Numbers of the users who work on it.',
      from: { assignees: { orderBy: { userId: 'asc' }, select: { userId: true } } },
      value: ({ assignees }) => assignees.map(({ userId }) => userId),
    }),
    assignees: linked(t, {
      via: ['assignees', 'user'],
      model: 'User',
      reference: 'userId',
      description: 'The users who work on it.',
    }),
    toDos: derived<{ toDos: unknown }>(t, {
      type: [jsonObject(toDoItemInput, { filledIn: ['id'] })],
      description: 'What is to be done for it.',
      from: { toDos: true },
      value: (row) => row.toDos,
    }),
    customValues: customValues(t),
    trackedMinutes: deliverableMinutes(t),
    project: related(t, 'project'),
    invoice: related(t, 'invoice', { nullable: true }),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    invoiceLines: relatedList(t, 'invoiceLines', 'InvoiceLine'),
  }),
});

listed('Deliverable', {
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
    project: one('Project'),
    status: one('TaskStage'),
    invoice: one('Invoice'),
    assignees: many('User'),
    timeEntries: many('TimeEntry'),
  },
  orderBy: ['name', 'projectId', 'priority', 'startDate', 'dueDate'],
  usualOrder: [{ projectId: 'asc' }, { position: 'asc' }],
  hides: hidesArchived,
});

action('createDeliverable', {
  description: 'Makes a deliverable of a project.',
  record: 'Deliverable',
  input: createDeliverableInput,
  run: (context, input) => createDeliverable(context, input),
});

updateActions({ record: 'Deliverable', input: updateDeliverableInput, run: updateDeliverable });

action('approveDeliverable', {
  description: 'Approves a deliverable: it becomes complete; one that is complete stays as it is.',
  record: 'Deliverable',
  input: approveDeliverableInput,
  changes: true,
  run: approveDeliverable,
});

recordAction('archiveDeliverable', {
  description:
    'Archives a deliverable: lists leave it out, names do not find it, and it takes no new time. Everything of it stays, its name too.',
  record: 'Deliverable',
  neverConflicts: true,
  run: archiveDeliverable,
});

recordAction('unarchiveDeliverable', {
  description: 'Takes a deliverable out of the archive.',
  record: 'Deliverable',
  neverConflicts: true,
  run: unarchiveDeliverable,
});

deleteAction('deleteDeliverable', {
  record: 'Deliverable',
  description: 'Deletes a deliverable on which no time was logged and that no invoice charges.',
  run: deleteDeliverable,
});
