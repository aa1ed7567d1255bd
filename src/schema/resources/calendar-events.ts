import { calendarEventOperations } from '../../operations/calendar-events.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { relationFilter } from '../core/filters.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('CalendarEvent', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'CalendarEvent', [
      ...(['userId', 'externalId', 'startDate', 'endDate', 'startTime', 'endTime'] as const),
    ]),
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

defineOperationMutations(calendarEventOperations);
