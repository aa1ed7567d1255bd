import { describe, expect, test } from 'vitest';
import {
  canonicalTimeZone,
  instantToWallClock,
  todayIn,
  wallClockToInstant,
} from '../../../src/platform/dates/dates.ts';
import { windowsZoneNames } from '../../../src/platform/dates/windows-time-zones.ts';

describe('canonicalTimeZone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['utc', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['US/Pacific', 'US/Pacific'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['eastern standard time', 'America/New_York'],
    ['Central Standard Time (Mexico)', 'America/Mexico_City'],
    ['UTC', 'UTC'],
    ['UTC-11', 'Etc/GMT+11'],
  ])('spells %s as %s', (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
  });

  test.each([
    '+02:00',
    '-0530',
    'Z',
    'UTC+2',
    'PST',
    'Europe/Atlantis',
    'Europe/Berlin ',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00[Europe/Berlin]',
    '__proto__',
    'constructor',
    'a'.repeat(100_000),
    '',
  ])('rejects %.40j', (name) => {
    expect(canonicalTimeZone(name)).toBeUndefined();
  });
});

test('every Windows name is mapped to a zone of the IANA database', () => {
  expect(windowsZoneNames.length).toBe(138);
  for (const name of windowsZoneNames) expect(canonicalTimeZone(name), name).toMatch(/^[A-Z]\w+\//);
});

describe('todayIn', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-03-31T09:59:59.999Z', '2026-03-31'],
    ['Pacific/Kiritimati', '2026-03-31T10:00:00.000Z', '2026-04-01'],
    ['America/Los_Angeles', '2026-04-01T06:59:59.999Z', '2026-03-31'],
    ['America/Los_Angeles', '2026-04-01T07:00:00.000Z', '2026-04-01'],
    ['America/Los_Angeles', '2026-01-01T07:59:59.999Z', '2025-12-31'],
    ['America/Los_Angeles', '2026-01-01T08:00:00.000Z', '2026-01-01'],
    ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01'],
  ])('in %s at %s is %s', (zone, now, today) => {
    expect(todayIn(zone, new Date(now))).toBe(today);
  });
});

describe('wallClockToInstant', () => {
  test.each([
    ['an ordinary time', '2026-07-01', '09:30:00', 'Europe/Berlin', '2026-07-01T07:30:00.000Z'],
    [
      'a time in the gap of spring',
      '2026-03-29',
      '02:30:00',
      'Europe/Berlin',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'the first of an hour that occurs twice',
      '2026-10-25',
      '02:30:00',
      'Europe/Berlin',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'a gap west of Greenwich',
      '2026-03-08',
      '02:30:00',
      'America/Los_Angeles',
      '2026-03-08T10:30:00.000Z',
    ],
    [
      'an overlap west of Greenwich',
      '2026-11-01',
      '01:30:00',
      'America/Los_Angeles',
      '2026-11-01T08:30:00.000Z',
    ],
    [
      'a gap of half an hour',
      '2026-10-04',
      '02:15:00',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00.000Z',
    ],
    [
      'a day that was left out',
      '2011-12-30',
      '12:00:00',
      'Pacific/Apia',
      '2011-12-30T22:00:00.000Z',
    ],
    [
      'a midnight that does not exist',
      '2018-11-04',
      '00:00:00',
      'America/Sao_Paulo',
      '2018-11-04T03:00:00.000Z',
    ],
  ])('knows %s', (_, date, time, zone, instant) => {
    expect(wallClockToInstant(date, time, zone)?.toISOString()).toBe(instant);
  });

  test.each([
    ['2026-02-30', '10:00:00', 'Europe/Berlin'],
    ['2026-01-01', '24:00:00', 'Europe/Berlin'],
    ['2026-01-01', '10:00', 'Europe/Berlin'],
    ['2026-01-01', '10:00:00', '+02:00'],
    ['2026-01-01', '10:00:00', 'Europe/Atlantis'],
    ['9999-12-31', '23:00:00', 'America/Los_Angeles'],
    ['1900-01-01', '00:00:00', 'Asia/Tokyo'],
  ])('rejects %s %s in %s', (date, time, zone) => {
    expect(wallClockToInstant(date, time, zone)).toBeUndefined();
  });
});

describe('instantToWallClock', () => {
  test.each([
    ['2026-10-25T00:30:00.999Z', 'Europe/Berlin', '2026-10-25', '02:30:00'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25', '02:30:00'],
    ['2026-03-29T00:59:59.000Z', 'Europe/Berlin', '2026-03-29', '01:59:59'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29', '03:00:00'],
    ['2025-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2026-01-01', '00:00:00'],
    ['2026-01-01T00:00:00.000Z', 'asia/kathmandu', '2026-01-01', '05:45:00'],
  ])('shows %s in %s as %s %s', (instant, zone, date, time) => {
    expect(instantToWallClock(new Date(instant), zone)).toEqual({ date, time });
  });

  test.each([
    ['an unknown zone', '2026-01-01T00:00:00Z', 'Europe/Atlantis'],
    ['an offset', '2026-01-01T00:00:00Z', '+02:00'],
    ['a date after the last', '9999-12-31T23:00:00Z', 'Asia/Tokyo'],
    ['a date before the first', '1900-01-01T00:00:00Z', 'America/New_York'],
    ['an instant that is none', 'never', 'UTC'],
  ])('rejects %s', (_, instant, zone) => {
    expect(instantToWallClock(new Date(instant), zone)).toBeUndefined();
  });
});
