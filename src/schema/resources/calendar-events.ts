import {
  createOrUpdateEvent,
  createOrUpdateEventInput,
  deleteCalendarEvent,
} from '../../domain/calendar-events/index.ts';
import { action, deleteAction } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { one } from '../core/filters.ts';

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
        'timeZone',
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
    user: related(t, 'user'),
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
  orderBy: ['startsAt'],
  usualOrder: [{ startsAt: 'asc' }],
});

action('createOrUpdateCalendarEvent', {
  description:
    'Makes an event, or changes the one that `eventId` names: by its id, or by the caller’s own id of it.',
  record: 'CalendarEvent',
  input: createOrUpdateEventInput,
  changes: true,
  run: createOrUpdateEvent,
});

deleteAction('deleteCalendarEvent', {
  record: 'CalendarEvent',
  description: 'Deletes an event, by its id or by the caller’s own id of it.',
  neverConflicts: true,
  run: deleteCalendarEvent,
});
