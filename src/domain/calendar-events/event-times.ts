import type { CalendarEvent } from '../../generated/prisma/client.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import {
  addDays,
  dateToDb,
  formatDate,
  formatTimeOfDay,
  instantToWallClock,
  timeToDb,
  wallClockToInstant,
} from '../../platform/dates/dates.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';

/** Wall-clock times in the event's time zone, and the same as instants. */
export type EventTimes = Pick<
  CalendarEvent,
  'timeZone' | 'fullDay' | 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'startsAt' | 'endsAt'
>;

export interface EventTimeFields {
  startTime: ParsedDateTime | null;
  endTime: ParsedDateTime | null;
  timeZone: string;
  fullDay: boolean;
}

type SpanField = keyof EventTimeFields;

/** An instant and its wall-clock time. */
interface Moment {
  at: Date;
  date: string;
  time: string;
}

const hour = 3_600_000;
const lastDate = '9999-12-31';

/**
 * Default end: an hour after the start, or the end of the day for a full-day event.
 * @throws ActionError invalid_input
 */
export function resolveNewEventTimes(
  fields: EventTimeFields & { startTime: ParsedDateTime },
): EventTimes {
  const { startTime, endTime, timeZone, fullDay } = fields;
  const start = inputMoment('startTime', startTime, timeZone);
  const end = endTime && inputMoment('endTime', endTime, timeZone);
  return toEventTimes({ timeZone, fullDay, start, end }, 'endTime');
}

/**
 * A new time zone keeps the wall-clock times. A full-day event that becomes a timed event needs a start.
 * @throws ActionError invalid_input
 */
export function resolveUpdatedEventTimes(
  event: EventTimes,
  change: Partial<EventTimeFields>,
): EventTimes {
  const { timeZone = event.timeZone, fullDay = event.fullDay, startTime, endTime } = change;
  const becomesTimed = event.fullDay && !fullDay;
  if (startTime === null || (becomesTimed && startTime === undefined)) {
    throw fieldError('startTime', 'required', 'is required');
  }
  const start = startTime
    ? inputMoment('startTime', startTime, timeZone)
    : unchangedMoment(event.startDate, event.startTime, event.startsAt, event.timeZone, timeZone);
  const keepsEnd = endTime === undefined && !becomesTimed;
  const end = keepsEnd
    ? unchangedMoment(event.endDate, event.endTime, event.endsAt, event.timeZone, timeZone)
    : endTime
      ? inputMoment('endTime', endTime, timeZone)
      : null;
  const field = endTime ? 'endTime' : startTime ? 'startTime' : 'timeZone';
  return toEventTimes({ timeZone, fullDay, start, end }, field);
}

/** An input without an offset is a wall-clock time. */
function inputMoment(field: SpanField, input: ParsedDateTime, timeZone: string): Moment {
  const at = input.hasOffset ? input.instant : wallClockToInstant(input.date, input.time, timeZone);
  return momentAt(field, at, timeZone);
}

/** Keeps the wall-clock time, and the instant unless the time zone changes. */
function unchangedMoment(
  day: Date,
  timeOfDay: Date | null,
  at: Date,
  formerZone: string,
  timeZone: string,
): Moment {
  const date = formatDate(day);
  const time = timeOfDay ? formatTimeOfDay(timeOfDay) : '00:00:00';
  if (timeOfDay && timeZone === formerZone) return { at, date, time };
  if (!timeOfDay) return { at: midnight('timeZone', date, timeZone), date, time };
  return momentAt('timeZone', wallClockToInstant(date, time, timeZone), timeZone);
}

function momentAt(field: SpanField, at: Date | undefined, timeZone: string): Moment {
  const clock = at && instantToWallClock(at, timeZone);
  if (at === undefined || clock === undefined) throw outOfRangeError(field);
  return { at, ...clock };
}

function midnight(field: SpanField, date: string, timeZone: string): Date {
  const at = wallClockToInstant(date, '00:00:00', timeZone);
  if (at === undefined) throw outOfRangeError(field);
  return at;
}

interface Times {
  timeZone: string;
  fullDay: boolean;
  start: Moment;
  end: Moment | null;
}

function toEventTimes(times: Times, field: SpanField): EventTimes {
  const span = times.fullDay ? fullDayTimes(times, field) : timedEventTimes(times, field);
  if (span.endsAt < span.startsAt || span.endDate < span.startDate)
    throw endBeforeStartError(field);
  return span;
}

function timedEventTimes({ timeZone, fullDay, start, end }: Times, field: SpanField): EventTimes {
  const { at, date, time } = end ?? momentAt(field, new Date(start.at.getTime() + hour), timeZone);
  return {
    timeZone,
    fullDay,
    startDate: dateToDb(start.date),
    startTime: timeToDb(start.time),
    startsAt: start.at,
    endDate: dateToDb(date),
    endTime: timeToDb(time),
    endsAt: at,
  };
}

/** From midnight of the first day to midnight after the last day. */
function fullDayTimes({ timeZone, fullDay, start, end }: Times, field: SpanField): EventTimes {
  const last = end?.date ?? start.date;
  if (last >= lastDate) throw outOfRangeError(field);
  return {
    timeZone,
    fullDay,
    startDate: dateToDb(start.date),
    startTime: null,
    startsAt: midnight(field, start.date, timeZone),
    endDate: dateToDb(last),
    endTime: null,
    endsAt: midnight(field, addDays(last, 1), timeZone),
  };
}

function fieldError(path: SpanField, code: string, message: string): ActionError {
  return invalidInputError([{ path, code, message }]);
}

function outOfRangeError(path: SpanField): ActionError {
  return fieldError(path, 'out_of_range', 'must lie between the years 1900 and 9999');
}

function endBeforeStartError(field: SpanField): ActionError {
  const messages: Partial<Record<SpanField, string>> = {
    endTime: 'must not be before the start',
    startTime: 'must not be after the end of the event; send endTime as well',
  };
  const message = messages[field] ?? 'puts the end before the start; send both as well';
  return fieldError(field, 'end_before_start', message);
}
