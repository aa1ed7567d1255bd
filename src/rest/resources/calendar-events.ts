import { createOrUpdateCalendarEvent } from '../../domain/calendar-events/create-or-update.ts';
import type { CalendarEventRecord } from '../../domain/calendar-events/fields.ts';
import { createOrUpdateCalendarEventInput } from '../../domain/calendar-events/fields.ts';
import { calendarEventOperations } from '../../operations/calendar-events.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { FieldNames } from '../core/field-names.ts';
import { toRestInputSchema } from '../core/field-names.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  date,
  defineSerializer,
  integer,
  nullableText,
  nullableTime,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { defineWriteRoute } from '../core/write-routes.ts';

const zoneName: FieldNames = { timezone: 'timeZone' };

const calendarEventSerializer = defineSerializer<CalendarEventRecord>()(
  'NativeCalendarEvent',
  'An event in a user’s calendar, in the wall-clock time of its time zone.',
  {
    id: withDescription(text, 'Id of the event.'),
    accountId: withDescription(integer, 'The workspace.'),
    userId: withDescription(integer, 'Number of the user.'),
    externalId: withDescription(nullableText, 'Your own id of the event, for example an ICS UID.'),
    startDate: withDescription(date, 'First day.'),
    endDate: withDescription(date, 'Last day.'),
    startTime: withDescription(nullableTime, 'Start time, HH:MM:SS. Null for a full day.'),
    endTime: withDescription(nullableTime, 'End time, HH:MM:SS. Null for a full day.'),
    timezone: renamedProperty(
      'timeZone',
      withDescription(text, 'IANA time zone of the dates and times.'),
    ),
    summary: withDescription(nullableText, 'Title.'),
    description: nullableText,
    location: withDescription(nullableText, 'Location.'),
    busyEvent: withDescription(bool, 'Whether the user is busy during the event.'),
  },
);

const example = {
  id: 'evt_0199d2f0a1c27b1e9f4b6c1de0a35f14',
  accountId: 1,
  userId: 1,
  externalId: 'review-2026-04@lovelace.example',
  startDate: '2026-04-02',
  endDate: '2026-04-02',
  startTime: '14:00:00',
  endTime: '15:30:00',
  timezone: 'Europe/London',
  summary: 'Quarterly review',
  description: null,
  location: '12 St James’s Square',
  busyEvent: true,
};

const response = recordResponse('CalendarEvent', calendarEventSerializer);

export const calendarEventRoutes = [
  defineWriteRoute({
    path: 'calendar/createOrUpdate',
    operationId: 'createOrUpdateCalendarEvent',
    tag: 'Calendar',
    summary: 'Create or update a calendar event',
    description: [
      'Without `eventId`, it creates an event. `eventId` is the id of an event or your own id, for example an ICS UID. An unknown id creates an event with it as `externalId`. An update contains only the fields to change. An unknown `userEmail` puts the event into the calendar of the workspace’s owner.',
      'With `eventId`, the key also needs the scope `calendar:read`, because the response contains the whole event.',
      'A new event requires `startTime`. Without `endTime` it lasts an hour, or one day if `fullDay` is true. A full-day event covers every day from `startTime` to `endTime`. Times with Z or an offset are instants; times without one are wall-clock time in `timezone`. Responses contain wall-clock time in `timezone`.',
      'With a version that is expected, by `If-Match` or `expectedVersion`, it makes no event: without `eventId` that is a 412 `id_missing`, for one that nothing has a 404.',
      'An end before the start is refused, also where an update moves only one of them: the length is not kept. A change of `timezone` alone keeps the wall-clock times.',
    ].join('\n\n'),
    names: zoneName,
    input: toRestInputSchema(createOrUpdateCalendarEventInput, zoneName),
    output: response,
    errors: ['id_missing', 'record_not_found', 'conflicting_state'],
    example: {
      input: {
        eventId: 'review-2026-04@lovelace.example',
        startTime: '2026-04-02T14:00:00',
        endTime: '2026-04-02T15:30:00',
        timezone: 'Europe/London',
        summary: 'Quarterly review',
        location: '12 St James’s Square',
        userEmail: 'charles@babbage.example',
      },
      output: example,
    },
    changes: () => undefined,
    handle: async (context, body) => {
      // If the event exists, the response shows all of it.
      if (body?.eventId) requireScopes(context, 'calendar:read');
      return createOrUpdateCalendarEvent(context, body);
    },
  }),
  ...defineOperationRoutes(calendarEventOperations, {
    tag: 'Calendar',
    records: { CalendarEvent: { response, example } },
  }),
];
