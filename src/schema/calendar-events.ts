import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { one } from './filters.ts';

builder.prismaNode('CalendarEvent', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'CalendarEvent',
      [
        'userId',
        'externalId',
        'startDate',
        'endDate',
        'startTime',
        'endTime',
        'timezone',
        'fullDay',
        'startsAt',
        'endsAt',
        'summary',
        'description',
        'location',
        'busyEvent',
      ],
      { dates: ['startDate', 'endDate'], as: { startTime: 'Time', endTime: 'Time' } },
    ),
    user: t.relation('user'),
  }),
});

listed('CalendarEvent', {
  field: 'calendarEvents',
  description: 'The events in users’ calendars, earliest first.',
  where: {
    userId: 'Int',
    externalId: 'String',
    startDate: 'Date',
    endDate: 'Date',
    startsAt: 'DateTime',
    endsAt: 'DateTime',
    fullDay: 'Boolean',
    busyEvent: 'Boolean',
    user: one('User'),
  },
  orderBy: ['startsAt', 'endsAt'],
  usualOrder: [{ startsAt: 'asc' }],
});
