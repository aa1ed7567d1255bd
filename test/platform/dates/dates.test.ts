import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateToDb,
  formatDate,
  formatDateTime,
  formatTimeOfDay,
  parseDate,
  parseDateTime,
  timeToDb,
} from '../../../src/platform/dates/dates.ts';

describe('parseDate', () => {
  test.each(['2026-01-31', '2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])(
    'takes %s',
    (text) => {
      expect(parseDate(text)).toBe(text);
    },
  );

  test.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '1899-12-31',
    '0000-01-01',
    '10000-01-01',
    '+002026-01-01',
    '-2026-01-01',
    '2026-1-1',
    '20260101',
    '2026/01/01',
    '01-02-2026',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    'today',
    '',
  ])('rejects %j', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

describe('parseDateTime', () => {
  test.each([
    ['2026-03-31T14:05:09Z', '2026-03-31T14:05:09.000Z'],
    ['2026-03-31T14:05:09', '2026-03-31T14:05:09.000Z'],
    ['2026-03-31T14:05', '2026-03-31T14:05:00.000Z'],
    ['2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31t14:05:09z', '2026-03-31T14:05:09.000Z'],
    ['2026-03-31 14:05:09', '2026-03-31T14:05:09.000Z'],
    ['2026-03-31T14:05:09+02:00', '2026-03-31T12:05:09.000Z'],
    ['2026-03-31T14:05:09+0200', '2026-03-31T12:05:09.000Z'],
    ['2026-03-31T14:05:09+02', '2026-03-31T12:05:09.000Z'],
    ['2026-03-31T14:05:09-03:30', '2026-03-31T17:35:09.000Z'],
    ['2026-03-31T14:05:09-0330', '2026-03-31T17:35:09.000Z'],
    ['2026-03-31T14:05:09-00:00', '2026-03-31T14:05:09.000Z'],
    ['2026-01-01T00:30:00+14:00', '2025-12-31T10:30:00.000Z'],
    ['2026-03-31T14:05:09.1Z', '2026-03-31T14:05:09.100Z'],
    ['2026-03-31T14:05:09,25Z', '2026-03-31T14:05:09.250Z'],
    ['2026-03-31T14:05:09.123', '2026-03-31T14:05:09.123Z'],
    ['2026-03-31T23:59:59.999999999Z', '2026-03-31T23:59:59.999Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseDateTime(text)?.instant.toISOString()).toBe(instant);
  });

  test('keeps the wall clock as it was written, and that an offset was', () => {
    expect(parseDateTime('2026-01-01T00:30:15.5+14:00')).toEqual({
      instant: new Date('2025-12-31T10:30:15.500Z'),
      date: '2026-01-01',
      time: '00:30:15',
      hasOffset: true,
      hasTime: true,
    });
    expect(parseDateTime('2026-01-01T00:30')).toMatchObject({ time: '00:30:00', hasOffset: false });
    expect(parseDateTime('2026-01-01T00:30Z')).toMatchObject({ hasOffset: true, hasTime: true });
    expect(parseDateTime('2026-01-01')).toMatchObject({
      date: '2026-01-01',
      time: '00:00:00',
      hasOffset: false,
      hasTime: false,
    });
  });

  test.each([
    '2026-02-30T10:00:00Z',
    '2026-03-31T24:00:00Z',
    '2026-03-31T25:00:00Z',
    '2026-03-31T23:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-03-31T14:05:09.Z',
    '2026-03-31T14:05:09.1234567890Z',
    '2026-03-31T14:05.5Z',
    '2026-03-31T14',
    '2026-03-31T',
    '2026-03-31Z',
    '2026-03-31+02:00',
    '2026-03-31T14:05:09 +02:00',
    '2026-03-31T14:05:09+24:00',
    '2026-03-31T14:05:09+02:60',
    '2026-03-31T14:05:09+2',
    '2026-03-31T14:05:09+02:0',
    '2026-03-31T14:05:09+02:00:00',
    '2026-03-31T14:05:09−02:00',
    '2026-03-31T14:05:09Z+02:00',
    '2026-03-31T14:05:09[Europe/Berlin]',
    '2026-03-31  14:05:09',
    '20260331T140509Z',
    '2026-W14-2T10:00:00Z',
    '1900-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '1774965909000',
    'now',
    '',
  ])('rejects %j', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('addDays', () => {
  test.each([
    ['2026-01-31', 30, '2026-03-02'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-01-01', 0, '2026-01-01'],
  ])('%s and %i days is %s', (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
  });

  test.each([
    ['9999-12-31', 1],
    ['1900-01-01', -1],
    ['2026-02-30', 1],
    ['2026-01-01', Number.NaN],
    ['2026-01-01', Number.POSITIVE_INFINITY],
  ])('%s and %d days is an error, not another date', (date, days) => {
    expect(() => addDays(date, days)).toThrow(RangeError);
  });
});

describe('values of the database', () => {
  test('a date is midnight UTC both ways', () => {
    expect(dateToDb('2026-03-31').toISOString()).toBe('2026-03-31T00:00:00.000Z');
    expect(formatDate(new Date('2026-03-31T00:00:00.000Z'))).toBe('2026-03-31');
  });

  test('a time of day is that time of 1 January 1970 UTC both ways', () => {
    expect(timeToDb('23:59:58').toISOString()).toBe('1970-01-01T23:59:58.000Z');
    expect(formatTimeOfDay(new Date('1970-01-01T23:59:58.000Z'))).toBe('23:59:58');
  });

  test('an instant is written with milliseconds and Z', () => {
    expect(formatDateTime(new Date('2026-03-31T14:05:09+02:00'))).toBe('2026-03-31T12:05:09.000Z');
  });
});
