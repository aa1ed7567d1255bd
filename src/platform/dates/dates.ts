import { Temporal } from 'temporal-polyfill';
import { ianaZoneOfWindowsName } from './windows-time-zones.ts';

/**
 * Dates are text 'YYYY-MM-DD', times of day 'HH:MM:SS', instants `Date`. Years run from 1900 to 9999, which PostgreSQL
 * and `Date` both hold with room to spare and ISO 8601 writes with four digits; instants lie in the same years of UTC.
 * What callers send is read by `parse…`, `canonicalTimeZone` and the wall-clock pair, which answer undefined and never throw.
 */

const firstYear = 1900;
const firstInstant = Date.UTC(firstYear, 0, 1);
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const dayMilliseconds = 86_400_000;

const dateText = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeText = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;
const dateTimeText =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;
// Zone names start with a letter; what else Temporal takes for a zone (offsets, whole date-times) does not.
const zoneText = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** A date and a time of day as a clock on the wall shows them. */
export interface WallClock {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM:SS */
  time: string;
}

/** A date-time and how it was written. `date` and `time` are the written ones, whatever the offset. */
export interface ParsedDateTime extends WallClock {
  /** The moment meant, to the millisecond; without an offset the wall clock is UTC. */
  instant: Date;
  /** Whether an offset was written; Z is one. */
  hasOffset: boolean;
  /** False for a date alone, which stands for its midnight. */
  hasTime: boolean;
}

/** A date that exists, written YYYY-MM-DD (decisions, "Dates"); the same text, or undefined. */
export function parseDate(text: string): string | undefined {
  const match = dateText.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < firstYear || month < 1 || month > 12 || day < 1) return undefined;
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= daysInMonth ? text : undefined;
}

/**
 * A date-time of ISO 8601 (spec part 1, decisions "Dates"): a date, then T, t or a space, then HH:MM, HH:MM:SS or a
 * fraction of one to nine digits (kept to the millisecond, the rest cut off), then Z, z, ±HH:MM, ±HHMM, ±HH or nothing,
 * which means UTC. A date alone is its midnight. Dates and times that do not exist are undefined: 30 February, 24:00, a
 * leap second (:60).
 */
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

/** The instant so many milliseconds after 1970, where it lies in years that can be held. */
export function toStorableInstant(milliseconds: number): Date | undefined {
  const held = milliseconds >= firstInstant && milliseconds <= lastInstant;
  return held ? new Date(milliseconds) : undefined;
}

/**
 * Whether `name` is a time zone of the IANA database, whatever its case: its canonical spelling if so, undefined
 * otherwise. A Windows name, as Outlook sends it, is the IANA zone that stands for it. A link keeps its own name (Asia/Calcutta does not become Asia/Kolkata), so that a zone is answered as it
 * was sent. Offsets like +02:00 are not zones.
 */
export function canonicalTimeZone(name: string): string | undefined {
  const zone = ianaZoneOfWindowsName(name) ?? name;
  if (!zoneText.test(zone)) return undefined;
  try {
    return new Temporal.ZonedDateTime(0n, zone).timeZoneId;
  } catch {
    return undefined;
  }
}

/**
 * The date at a moment in a time zone that `canonicalTimeZone` has accepted.
 * @throws RangeError when there is no such zone.
 */
export function todayIn(timeZone: string, now: Date): string {
  return zoned(now, timeZone).toPlainDate().toString();
}

/**
 * The date `days` whole days later, earlier if negative.
 * @throws RangeError when `date` is not a date or the result leaves the years that dates have.
 */
export function addDays(date: string, days: number): string {
  const result = formatDate(new Date(dateToDb(date).getTime() + days * dayMilliseconds));
  if (parseDate(date) === undefined || parseDate(result) === undefined) {
    throw new RangeError(`${date} and ${days} days is not a date`);
  }
  return result;
}

/**
 * The moment at which a zone's clocks show a date and a time (HH:MM:SS). A time that a change of clocks leaves out is
 * moved on by the length of the gap, one that occurs twice is the first (Temporal's 'compatible'). Undefined when the
 * date, time or zone is not one, or the moment leaves the years that instants have.
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

/**
 * What a zone's clocks show at a moment, fractions of a second cut off. Undefined when the zone is not one, or its date
 * then leaves the years that dates have, as in the last hours of 9999.
 */
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

/** The date of a `@db.Date` value, which Prisma gives as midnight UTC. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A date that `parseDate` has accepted as Prisma takes it for `@db.Date`: midnight UTC. */
export function dateToDb(date: string): Date {
  return new Date(`${date}T00:00:00.000Z`);
}

/** An instant as answers write it (decisions, "Dates"): ISO 8601 with milliseconds and Z. */
export function formatDateTime(instant: Date): string {
  return instant.toISOString();
}

/** The time of day, HH:MM:SS, of a `@db.Time` value, which Prisma gives as that time on 1 January 1970 UTC. */
export function formatTimeOfDay(time: Date): string {
  return time.toISOString().slice(11, 19);
}

/** A time of day that exists, HH:MM:SS, as Prisma takes it for `@db.Time`. */
export function timeToDb(time: string): Date {
  return new Date(`1970-01-01T${time}.000Z`);
}
