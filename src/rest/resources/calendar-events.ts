import { createOrUpdateCalendarEvent } from '../../domain/calendar-events/create-or-update.ts';
import { deleteCalendarEvent } from '../../domain/calendar-events/delete.ts';
import type { CalendarEventRecord } from '../../domain/calendar-events/fields.ts';
import {
  calendarEventPathInput,
  createOrUpdateCalendarEventInput,
} from '../../domain/calendar-events/fields.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { FieldNames } from '../core/field-names.ts';
import { toRestInputSchema } from '../core/field-names.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineDeleteRoute, defineWriteRoute } from '../core/route.ts';
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

const zoneName: FieldNames = { timezone: 'timeZone' };

const calendarEventSerializer = defineSerializer<CalendarEventRecord>()(
  'NativeCalendarEvent',
  'An event in a user’s calendar, as the clocks of its time zone show it.',
  {
    id: withDescription(text, 'Id of the event.'),
    accountId: withDescription(integer, 'The workspace.'),
    userId: withDescription(integer, 'Number of the user whose event it is.'),
    externalId: withDescription(nullableText, 'The caller’s own id of the event, an ICS UID say.'),
    startDate: withDescription(date, 'First day.'),
    endDate: withDescription(date, 'Last day.'),
    startTime: withDescription(nullableTime, 'Time of the start, HH:MM:SS; null for a full day.'),
    endTime: withDescription(nullableTime, 'Time of the end, HH:MM:SS; null for a full day.'),
    timezone: renamedProperty(
      'timeZone',
      withDescription(text, 'IANA time zone of the dates and times.'),
    ),
    summary: withDescription(nullableText, 'What it is, in a line.'),
    description: nullableText,
    location: withDescription(nullableText, 'Where it is.'),
    busyEvent: withDescription(bool, 'Whether the user is busy meanwhile.'),
  },
);

export const calendarEventRoutes = [
  defineWriteRoute({
    path: 'calendar/createOrUpdate',
    operationId: 'createOrUpdateCalendarEvent',
    tag: 'Calendar',
    summary: 'Create or update a calendar event',
    description: [
      'Without `eventId` it makes an event. `eventId` is our id of an event or the caller’s own, an ICS UID say: where no event has it, one is made with it as `externalId`. An update may carry only what changes. A `userEmail` that is no user’s puts the event into the calendar of the workspace’s owner.',
      'With `eventId` the key needs the scope `calendar:read` as well, since an event that is there already is answered whole.',
      'A new event needs `startTime`. Without `endTime` it lasts an hour, or its day if `fullDay` is true; a full day takes every day from that of `startTime` to that of `endTime`. Times with Z or an offset are instants, times without one are wall-clock time in `timezone`; answers are wall-clock time in `timezone`.',
      'With a version that is expected, by `If-Match` or `expectedVersion`, it makes no event: without `eventId` that is a 412 `id_missing`, for one that nothing has a 404.',
      'An end before the start is refused, also where an update moves only one of them: the length is not kept. A change of `timezone` alone keeps the wall-clock times.',
    ].join('\n\n'),
    names: zoneName,
    input: toRestInputSchema(createOrUpdateCalendarEventInput, zoneName),
    output: recordResponse('CalendarEvent', calendarEventSerializer),
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
      output: {
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
      },
    },
    changes: () => undefined,
    handle: async (context, body) => {
      // An event that is there already would be answered whole.
      if (body?.eventId) requireScopes(context, 'calendar:read');
      return createOrUpdateCalendarEvent(context, body);
    },
  }),
  defineDeleteRoute({
    model: 'CalendarEvent',
    path: 'calendar/{id}',
    operationId: 'deleteCalendarEvent',
    tag: 'Calendar',
    summary: 'Delete a calendar event',
    description:
      'Deletes the event for good. `id` is our id of it or the caller’s own, as `eventId` is; percent-encoded, so that `uid-77@ics` is written `uid-77%40ics` and `a/b` is written `a%2Fb`. An event that is there no longer is a 404.',
    input: calendarEventPathInput,
    errors: ['id_missing', 'invalid_input', 'record_not_found'],
    example: { input: { id: 'evt_0199d2f0a1c27b1e9f4b6c1de0a35f14' } },
    handle: deleteCalendarEvent,
  }),
];
