import { createTimeEntries, createTimeEntriesInput } from '../../domain/time-entries/bulk.ts';
import {
  deleteTimeEntry,
  deleteTimeEntryInput,
  updateTimeEntry,
  updateTimeEntryInput,
} from '../../domain/time-entries/update.ts';
import { createTimeEntry, createTimeEntryInput } from '../../domain/time-entries/index.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { bulkAction } from '../core/bulk-mutations.ts';
import { columns, derived, ownNode, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { one } from '../core/filters.ts';
import { billingOfTime } from '../core/time-billing-field.ts';

builder.prismaNode('TimeEntry', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'TimeEntry', [
      'clientId',
      'projectId',
      'deliverableId',
      'userId',
      'timerStart',
      'timerEnd',
      'notes',
      'billable',
      'invoiceId',
      'invoiceLineId',
    ]),
    minutes: derived<{ timerStart: Date; timerEnd: Date }>(t, {
      type: 'Int',
      description: 'How long was worked, in whole minutes.',
      from: { timerStart: true, timerEnd: true },
      value: ({ timerStart, timerEnd }) => wholeMinutes(timerStart, timerEnd),
    }),
    deliverableName: derived<{ deliverable: { name: string } | null }>(t, {
      type: 'String',
      nullable: true,
      description: 'Name of the deliverable.',
      from: { deliverable: { select: { name: true } } },
      value: ({ deliverable }) => deliverable?.name ?? null,
    }),
    billing: billingOfTime(t),
    user: related(t, 'user'),
    client: related(t, 'client', { nullable: true }),
    project: related(t, 'project', { nullable: true }),
    deliverable: related(t, 'deliverable', { nullable: true }),
    invoice: related(t, 'invoice', { nullable: true }),
    invoiceLine: related(t, 'invoiceLine', { nullable: true }),
  }),
});

function wholeMinutes(from: Date, to: Date): number {
  return Math.min(Math.floor((to.getTime() - from.getTime()) / 60_000), 2_147_483_647);
}

listed('TimeEntry', {
  field: 'timeEntries',
  description: 'Time that was worked, latest first.',
  where: {
    clientId: 'ID',
    projectId: 'ID',
    deliverableId: 'ID',
    userId: 'Int',
    billable: 'Boolean',
    invoiceId: 'ID',
    timerStart: 'DateTime',
    timerEnd: 'DateTime',
    client: one('Client'),
    project: one('Project'),
    deliverable: one('Deliverable'),
    user: one('User'),
    invoice: one('Invoice'),
  },
  orderBy: ['timerStart'],
  usualOrder: [{ timerStart: 'desc' }],
});

action('createTimeEntry', {
  description:
    'Logs time that was worked; the create flags make the client, project or deliverable that is named if there is none.',
  record: 'TimeEntry',
  input: createTimeEntryInput,
  run: createTimeEntry,
});

updateActions({ record: 'TimeEntry', input: updateTimeEntryInput, run: updateTimeEntry });

deleteAction('deleteTimeEntry', {
  record: 'TimeEntry',
  description:
    'Deletes a time entry, one that an invoice has charged only where `evenIfBilled` says so.',
  input: deleteTimeEntryInput,
  run: deleteTimeEntry,
});

bulkAction('createTimeEntries', {
  description:
    'Logs up to 1,000 stretches of time: all or none, or with `partial` those that can be taken.',
  record: 'TimeEntry',
  each: 'createTimeEntry',
  input: createTimeEntriesInput,
  run: createTimeEntries,
});
