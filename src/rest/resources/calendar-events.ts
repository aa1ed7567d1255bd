import type { CalendarEventRecord } from '../../domain/calendar-events/index.ts';
import {
  calendarEventPath,
  createOrUpdateEvent,
  createOrUpdateEventInput,
  deleteCalendarEvent,
} from '../../domain/calendar-events/index.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { FieldNames } from '../core/field-names.ts';
import { surfaceInput } from '../core/field-names.ts';
import { recordOf } from '../core/record-responses.ts';
import { deleteRoute, writeRoute } from '../core/route.ts';
import {
  date,
  described,
  flag,
  integer,
  nullableText,
  nullableTime,
  renamed,
  text,
  wire,
} from '../core/serializer.ts';

const zoneName: FieldNames = { timezone: 'timeZone' };

const calendarEventWire = wire<CalendarEventRecord>()(
  'NativeCalendarEvent',
  'An event in a user’s calendar, as the clocks of its time zone show it.',
  {
    id: described(text, 'Id of the event.'),
    accountId: described(integer, 'The workspace.'),
    userId: described(integer, 'Number of the user whose event it is.'),
    externalId: described(nullableText, 'The caller’s own id of the event, an ICS UID say.'),
    startDate: described(date, 'First day.'),
    endDate: described(date, 'Last day.'),
    startTime: described(nullableTime, 'Time of the start, HH:MM:SS; null for a full day.'),
    endTime: described(nullableTime, 'Time of the end, HH:MM:SS; null for a full day.'),
    timezone: renamed('timeZone', described(text, 'IANA time zone of the dates and times.')),
    summary: described(nullableText, 'What it is, in a line.'),
    description: nullableText,
    location: described(nullableText, 'Where it is.'),
    busyEvent: described(flag, 'Whether the user is busy meanwhile.'),
  },
);

export const calendarEventRoutes = [
  writeRoute({
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
    input: surfaceInput(createOrUpdateEventInput, zoneName),
    output: recordOf('CalendarEvent', calendarEventWire),
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
      return createOrUpdateEvent(context, body);
    },
  }),
  deleteRoute({
    model: 'CalendarEvent',
    path: 'calendar/{id}',
    operationId: 'deleteCalendarEvent',
    tag: 'Calendar',
    summary: 'Delete a calendar event',
    description:
      'Deletes the event for good. `id` is our id of it or the caller’s own, as `eventId` is; percent-encoded, so that `uid-77@ics` is written `uid-77%40ics` and `a/b` is written `a%2Fb`. An event that is there no longer is a 404.',
    input: calendarEventPath,
    errors: ['id_missing', 'invalid_input', 'record_not_found'],
    example: { input: { id: 'evt_0199d2f0a1c27b1e9f4b6c1de0a35f14' } },
    handle: deleteCalendarEvent,
  }),
];
