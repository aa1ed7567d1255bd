import { createOrUpdateCalendarEvent } from '../../domain/calendar-events/create-or-update.ts';
import { deleteCalendarEvent } from '../../domain/calendar-events/delete.ts';
import { createOrUpdateCalendarEventInput } from '../../domain/calendar-events/fields.ts';
import { builder } from '../core/builder.ts';
import { defineCommandMutation, defineDeleteMutation } from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { relationFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('CalendarEvent', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
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
    user: relationField(t, 'user'),
  }),
});

defineRecordQueries('CalendarEvent', {
  field: 'calendarEvents',
  description: 'Calendar events of users, earliest first.',
  where: {
    userId: 'Int',
    externalId: 'String',
    startDate: 'Date',
    endDate: 'Date',
    startsAt: 'DateTime',
    endsAt: 'DateTime',
    fullDay: 'Boolean',
    busyEvent: 'Boolean',
    user: relationFilter('User'),
  },
  orderBy: ['startsAt'],
  defaultOrder: [{ startsAt: 'asc' }],
});

defineCommandMutation('createOrUpdateCalendarEvent', {
  description:
    'Creates an event, or changes the one with `eventId`, which is its id or your own id.',
  record: 'CalendarEvent',
  input: createOrUpdateCalendarEventInput,
  changes: true,
  run: createOrUpdateCalendarEvent,
});

defineDeleteMutation('deleteCalendarEvent', {
  record: 'CalendarEvent',
  description: 'Deletes an event by its id or your own id.',
  neverConflicts: true,
  run: deleteCalendarEvent,
});
