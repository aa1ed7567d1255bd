import { createOrUpdateCalendarEvent } from '../domain/calendar-events/create-or-update.ts';
import { deleteCalendarEvent } from '../domain/calendar-events/delete.ts';
import { createOrUpdateCalendarEventInput } from '../domain/calendar-events/fields.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const calendarEventOperations = defineOperations('CalendarEvent', {
  createOrUpdateCalendarEvent: {
    kind: 'command',
    description:
      'Creates an event, or changes the one with `eventId`, which is its id or your own id.',
    input: createOrUpdateCalendarEventInput,
    takesVersion: true,
    errors: ['conflicting_state'],
    run: createOrUpdateCalendarEvent,
  },
  deleteCalendarEvent: {
    kind: 'delete',
    description: 'Deletes an event by its id or your own id.',
    run: deleteCalendarEvent,
    rest: {
      path: 'calendar/{id}',
      details:
        '`id` is the event’s id or your own id, as in `eventId`. Percent-encode it: `uid-77@ics` becomes `uid-77%40ics`, and `a/b` becomes `a%2Fb`. An unknown event is a 404.',
    },
  },
});
