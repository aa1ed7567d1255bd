import { builder } from './builder.ts';
import { columns, derived, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { one } from './filters.ts';

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
    user: t.relation('user'),
    client: t.relation('client', { nullable: true }),
    project: t.relation('project', { nullable: true }),
    deliverable: t.relation('deliverable', { nullable: true }),
    invoice: t.relation('invoice', { nullable: true }),
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
  orderBy: ['timerStart', 'timerEnd'],
  usualOrder: [{ timerStart: 'desc' }],
});
