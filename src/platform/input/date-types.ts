import type { ParsedDateTime } from '../dates/dates.ts';
import {
  canonicalTimeZone,
  dateToDb,
  parseDate,
  parseDateTime,
  toStorableInstant,
} from '../dates/dates.ts';
import type { FieldType } from './fields.ts';
import { orText } from './json-schema.ts';
import { scalarPresentation } from './scalar-type.ts';

export const timeZone: FieldType<string> = {
  presentation: scalarPresentation('TimeZone'),
  json: { type: 'string', example: 'Europe/Berlin' },
  read: (value, report) => {
    const zone = typeof value === 'string' ? canonicalTimeZone(value.trim()) : undefined;
    if (zone) return zone;
    report(
      'invalid_time_zone',
      'must be an IANA time zone, like Europe/Berlin, or a Windows one, like W. Europe Standard Time',
    );
    return undefined;
  },
};

/** An API may have parsed a `Date` already. */
function writtenText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  const isInstant = value instanceof Date && !Number.isNaN(value.getTime());
  return isInstant ? value.toISOString() : undefined;
}

const dateTimePattern = '\\d{4}-\\d{2}-\\d{2}.*';

/** Integrations also send date-times. */
export const date: FieldType<Date> = {
  presentation: scalarPresentation('Date'),
  json: orText({ type: 'string', format: 'date', example: '2026-03-31' }, dateTimePattern),
  read: (value, report) => {
    const text = writtenText(value);
    const day = text === undefined ? undefined : readDay(text);
    if (day !== undefined) return dateToDb(day);
    report('invalid_date', 'must be a date that exists, written YYYY-MM-DD');
    return undefined;
  },
};

function readDay(value: string): string | undefined {
  const day = parseDate(value);
  if (day !== undefined || value.length <= 10) return day;
  return parseDateTime(value) ? parseDate(value.slice(0, 10)) : undefined;
}

export const dateTimeAsWritten: FieldType<ParsedDateTime> = {
  presentation: scalarPresentation('WrittenDateTime'),
  json: { type: 'string', example: '2026-03-31T14:00:00' },
  read: (value, report) => {
    const text = writtenText(value);
    const parsed = text === undefined ? undefined : parseDateTime(text);
    if (parsed) return parsed;
    report('invalid_date_time', 'must be a date-time of ISO 8601, like 2026-03-31T14:00:00Z');
    return undefined;
  },
};

/** Text without an offset is UTC. */
export const dateTime: FieldType<Date> = {
  presentation: scalarPresentation('DateTime'),
  json: orText(
    { type: 'string', format: 'date-time', example: '2026-03-31T14:00:00.000Z' },
    dateTimePattern,
  ),
  read: (value, report) =>
    (value instanceof Date ? toStorableInstant(value.getTime()) : undefined) ??
    dateTimeAsWritten.read(value, report)?.instant,
};
