import type { z } from 'zod';
import type { CalendarEvent } from '../../generated/prisma/client.ts';
import {
  booleanType,
  dateTimeAsWritten,
  email,
  multilineText,
  text,
  timeZone,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, withDefault, withRecordName } from '../../platform/input/fields.ts';

export type CalendarEventRecord = CalendarEvent;

export const createOrUpdateCalendarEventInput = inputObject(
  'CreateOrUpdateCalendarEvent',
  'A calendar event. An update changes only the fields that are sent.',
  {
    // The index allows 2,704 bytes, and a character has up to four.
    eventId: nullable(
      text(600),
      'Id of the event, or your own id. An unknown id creates the event with it as externalId.',
    ),
    startTime: withRecordName(
      'startsAt',
      nullable(
        dateTimeAsWritten,
        'Start, required for a new event. With Z or an offset an instant, without one wall-clock time in the event’s time zone.',
      ),
    ),
    endTime: withRecordName(
      'endsAt',
      nullable(
        dateTimeAsWritten,
        'End, written like the start. An event without one lasts an hour, or its day if it is a full day.',
      ),
    ),
    timeZone: nullable(
      timeZone,
      'IANA time zone of the event, or its name in Windows and Outlook. Default: the workspace’s. If only the time zone changes, the wall-clock times stay.',
    ),
    fullDay: withDefault(
      booleanType,
      false,
      'Whether it lasts whole days, from the start day to the end day, both included.',
    ),
    busy: withRecordName(
      'busyEvent',
      withDefault(booleanType, true, 'Whether the owner is busy meanwhile.'),
    ),
    summary: nullable(text(1_000)),
    description: nullable(multilineText()),
    location: nullable(text(1_000)),
    userEmail: nullable(email, 'The user of the event. Default: the owner of the workspace.'),
  },
);

export type CalendarEventInput = InputOf<typeof createOrUpdateCalendarEventInput>;

export type CalendarEventFields = z.output<typeof createOrUpdateCalendarEventInput>;

export const calendarEventIdInput = createOrUpdateCalendarEventInput.pick({ eventId: true });
