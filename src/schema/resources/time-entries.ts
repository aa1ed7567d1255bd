import { timeEntryOperations } from '../../operations/time-entries.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import { timeBillingField } from '../core/time-billing-field.ts';

builder.prismaNode('TimeEntry', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'TimeEntry', ['invoiceId', 'invoiceLineId']),
    minutes: computedField<{ timerStart: Date; timerEnd: Date }>(t, {
      type: 'Int',
      description: 'Duration in whole minutes.',
      from: { timerStart: true, timerEnd: true },
      value: ({ timerStart, timerEnd }) => wholeMinutes(timerStart, timerEnd),
    }),
    deliverableName: computedField<{ deliverable: { name: string } | null }>(t, {
      type: 'String',
      nullable: true,
      description: 'Name of the deliverable.',
      from: { deliverable: { select: { name: true } } },
      value: ({ deliverable }) => deliverable?.name ?? null,
    }),
    billing: timeBillingField(t),
    user: relationField(t, 'user'),
    client: relationField(t, 'client', { nullable: true }),
    project: relationField(t, 'project', { nullable: true }),
    deliverable: relationField(t, 'deliverable', { nullable: true }),
    invoice: relationField(t, 'invoice', { nullable: true }),
    invoiceLine: relationField(t, 'invoiceLine', { nullable: true }),
  }),
});

function wholeMinutes(from: Date, to: Date): number {
  return Math.min(Math.floor((to.getTime() - from.getTime()) / 60_000), 2_147_483_647);
}

defineRecordQueries('TimeEntry', {
  field: 'timeEntries',
  description: 'Time entries, latest first.',
  where: [
    ...['clientId', 'projectId', 'deliverableId', 'userId', 'billable', 'notes', 'invoiceId'],
    ...['timerStart', 'timerEnd', 'client', 'project', 'deliverable', 'user', 'invoice'],
  ],
  orderBy: ['timerStart'],
  defaultOrder: [{ timerStart: 'desc' }],
});

defineOperationMutations(timeEntryOperations);
