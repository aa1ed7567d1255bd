import { calendarEventOperations } from '../../operations/calendar-events.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
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
  where: [
    ...['userId', 'externalId', 'startDate', 'endDate', 'startsAt', 'endsAt', 'fullDay'],
    ...['busyEvent', 'user'],
  ],
  orderBy: ['startsAt'],
  defaultOrder: [{ startsAt: 'asc' }],
});

defineOperationMutations(calendarEventOperations);
