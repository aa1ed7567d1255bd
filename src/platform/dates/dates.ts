import { Temporal } from 'temporal-polyfill';
import { ianaZoneOfWindowsName } from './windows-time-zones.ts';

/**
 * Dates are text 'YYYY-MM-DD', times 'HH:MM:SS', instants `Date`; years 1900 to 9999. Parsers return undefined
 * for invalid text.
 */

const firstYear = 1900;
const firstInstant = Date.UTC(firstYear, 0, 1);
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const dayMilliseconds = 86_400_000;

const dateText = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeText = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;
const dateTimeText =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;
// Temporal also accepts offsets and date-times as zones.
const zoneText = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

export interface WallClock {
  date: string;
  time: string;
}

export interface ParsedDateTime extends WallClock {
  /** Text without an offset is UTC. */
  instant: Date;
  hasOffset: boolean;
  /** A date without a time means midnight. */
  hasTime: boolean;
}

export function parseDate(text: string): string | undefined {
  const match = dateText.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < firstYear || month < 1 || month > 12 || day < 1) return undefined;
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= daysInMonth ? text : undefined;
}

/** Parses the formats of spec part 1. Truncates more than three fraction digits. Rejects 30 February, 24:00 and leap seconds. */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  const match = dateTimeText.exec(text);
  if (!match) return undefined;
  const [, dateWritten = '', hours, minutes = '00', seconds = '00', fraction = '', offset] = match;
  const date = parseDate(dateWritten);
  if (date === undefined) return undefined;
  const time = `${hours ?? '00'}:${minutes}:${seconds}`;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const wallClock = Date.parse(`${date}T${time}Z`) + milliseconds;
  const instant = toStorableInstant(wallClock - offsetMilliseconds(offset));
  if (!instant) return undefined;
  return { instant, date, time, hasOffset: offset !== undefined, hasTime: hours !== undefined };
}

function offsetMilliseconds(offset: string | undefined): number {
  if (offset === undefined || /^z$/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', ''));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

export function toStorableInstant(milliseconds: number): Date | undefined {
  const isStorable = milliseconds >= firstInstant && milliseconds <= lastInstant;
  return isStorable ? new Date(milliseconds) : undefined;
}

/** Accepts Windows names. Links keep their names (Asia/Calcutta), so clients get back what they sent. */
export function canonicalTimeZone(name: string): string | undefined {
  const zone = ianaZoneOfWindowsName(name) ?? name;
  if (!zoneText.test(zone)) return undefined;
  try {
    return new Temporal.ZonedDateTime(0n, zone).timeZoneId;
  } catch {
    return undefined;
  }
}

/** @throws RangeError for an unknown zone */
export function todayIn(timeZone: string, now: Date): string {
  return zoned(now, timeZone).toPlainDate().toString();
}

export const currentDate = ({
  now,
  workspace,
}: {
  now: Date;
  workspace: { timeZone: string };
}): Date => dateToDb(todayIn(workspace.timeZone, now));

export function addDays(date: string, days: number): string {
  const result = formatDate(new Date(dateToDb(date).getTime() + days * dayMilliseconds));
  if (parseDate(date) === undefined || parseDate(result) === undefined) {
    throw new RangeError(`${date} and ${days} days is not a date`);
  }
  return result;
}

/**
 * A local time that a clock change skips moves forward by the length of the gap. Of two possible instants,
 * the first is used.
 */
export function wallClockToInstant(date: string, time: string, timeZone: string): Date | undefined {
  if (parseDate(date) === undefined || !timeText.test(time)) return undefined;
  const zone = canonicalTimeZone(timeZone);
  if (zone === undefined) return undefined;
  const wallClock = Temporal.PlainDateTime.from(`${date}T${time}`);
  return toStorableInstant(
    wallClock.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
  );
}

export function instantToWallClock(instant: Date, timeZone: string): WallClock | undefined {
  const zone = canonicalTimeZone(timeZone);
  if (zone === undefined || !toStorableInstant(instant.getTime())) return undefined;
  const clock = zoned(instant, zone);
  const date = parseDate(clock.toPlainDate().toString());
  if (date === undefined) return undefined;
  return { date, time: clock.toPlainTime().toString({ smallestUnit: 'second' }) };
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}

export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function dateToDb(date: string): Date {
  return new Date(`${date}T00:00:00.000Z`);
}

export function formatDateTime(instant: Date): string {
  return instant.toISOString();
}

export function formatTimeOfDay(time: Date): string {
  return time.toISOString().slice(11, 19);
}

/** Prisma's representation of `@db.Time`. */
export function timeToDb(time: string): Date {
  return new Date(`1970-01-01T${time}.000Z`);
}
