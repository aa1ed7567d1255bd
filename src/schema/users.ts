import { idOfNumber, numberOfId } from '../domain/kernel/ids.ts';
import { builder } from './builder.ts';
import { columns, linked, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { enumFilter, many } from './filters.ts';

builder.prismaNode('User', {
  ...ownNode,
  id: {
    resolve: ({ id }) => idOfNumber('User', id),
    description: 'The user’s id among all records: `usr_` and the user’s number.',
  },
  findUnique: (id, { accountId }) => ({
    accountId_id: { accountId, id: numberOfId('User', id) ?? -1 },
  }),
  fields: (t) => ({
    userId: t.expose('id', {
      type: 'Int',
      description: 'The user’s number, as `userId` of time entries and calendar events has it.',
    }),
    ...columns(t, 'User', ['email', 'firstName', 'lastName', 'role', 'active']),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    calendarEvents: relatedList(t, 'calendarEvents', 'CalendarEvent'),
    deliverables: linked(t, {
      via: ['assignments', 'deliverable'],
      model: 'Deliverable',
      reference: 'deliverableId',
      latest: 100,
      description: 'The deliverables the user works on: the latest hundred, the latest first.',
    }),
  }),
});

listed('User', {
  field: 'users',
  description: 'Those who work in the workspace, by e-mail address; inactive ones too.',
  where: {
    email: 'String',
    firstName: 'String',
    lastName: 'String',
    role: enumFilter('UserRole'),
    active: 'Boolean',
    timeEntries: many('TimeEntry'),
    calendarEvents: many('CalendarEvent'),
  },
  orderBy: ['email', 'lastName', 'firstName'],
  usualOrder: [{ email: 'asc' }],
});
