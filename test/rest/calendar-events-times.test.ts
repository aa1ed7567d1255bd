import { describe, expect, test } from 'vitest';
import { review, useCalendar } from '../support/calendar.ts';

const { put, refused, clocksOf, instantsOf } = useCalendar();

describe('times', () => {
  test.each([
    ['2026-04-02T14:00:00Z', 'Europe/Berlin', '16:00:00'],
    ['2026-04-02T14:00:00.500Z', 'Europe/Berlin', '16:00:00'],
    ['2026-04-02T14:00:00-05:00', 'Europe/Berlin', '21:00:00'],
    ['2026-04-02T14:00:00', 'America/New_York', '14:00:00'],
    ['2026-04-02', 'America/New_York', '00:00:00'],
    ['2026-01-02T14:00:00Z', 'Asia/Kolkata', '19:30:00'],
    ['2026-04-02T14:00:00Z', 'W. Europe Standard Time', '16:00:00'],
    ['2026-01-02T14:00:00Z', 'india standard time', '19:30:00'],
  ])('%s in %s is shown as %s', async (startTime, timezone, displayed) => {
    expect((await put({ startTime, timezone })).startTime).toBe(displayed);
  });

  test('a zone by its name in Outlook is that of the IANA database', async () => {
    const timezone = 'Pacific Standard Time';
    const event = await put({ startTime: '2026-04-02T14:00:00', timezone });
    expect(event.timezone).toBe('America/Los_Angeles');
  });

  test('an instant may be on another day in the zone', async () => {
    const body = {
      startTime: '2026-12-31T23:30:00Z',
      endTime: '2027-01-01T00:30:00Z',
      timezone: 'Pacific/Auckland',
    };
    expect(await clocksOf(body)).toBe('2027-01-01 12:30:00/2027-01-01 13:30:00');
  });

  test('a time that the change to summer time leaves out is shown an hour later', async () => {
    const event = await put({ startTime: '2026-03-29T02:30:00' });
    expect(event.startTime).toBe('03:30:00');
    expect(await instantsOf(event.id)).toBe('2026-03-29T01:30:00.000Z/2026-03-29T02:30:00.000Z');
  });

  test('instants order an hour that occurs twice, whatever the clocks show', async () => {
    const body = { startTime: '2026-10-25T00:45:00Z', endTime: '2026-10-25T01:15:00Z' };
    const event = await put(body);
    expect([event.startTime, event.endTime]).toEqual(['02:45:00', '02:15:00']);
    expect(await instantsOf(event.id)).toBe('2026-10-25T00:45:00.000Z/2026-10-25T01:15:00.000Z');
    const renamed = await put({ eventId: event.id, summary: 'Night shift' });
    expect([renamed.startTime, renamed.endTime]).toEqual(['02:45:00', '02:15:00']);
    expect(await instantsOf(event.id)).toBe('2026-10-25T00:45:00.000Z/2026-10-25T01:15:00.000Z');
  });

  test.each([
    { startTime: '9999-12-31T23:30:00' },
    { startTime: '9999-12-31', fullDay: true },
    { startTime: '1900-01-01T00:00:00Z', timezone: 'America/New_York' },
  ])('beyond the years 1900 to 9999 are rejected: %j', async (body) => {
    expect((await refused({ timezone: 'UTC', ...body }))[0]).toMatch(/out_of_range$/);
  });
});

describe('a full day', () => {
  test('has no times and lasts its day, from midnight to midnight of its zone', async () => {
    const event = await put({ startTime: '2026-03-29', fullDay: true });
    expect(event).toMatchObject({
      startDate: '2026-03-29',
      endDate: '2026-03-29',
      startTime: null,
      endTime: null,
    });
    // The clocks change that night: it has 23 hours.
    expect(await instantsOf(event.id)).toBe('2026-03-28T23:00:00.000Z/2026-03-29T22:00:00.000Z');
  });

  test.each([
    ['2026-05-01', '2026-05-03', '2026-05-01 null/2026-05-03 null'],
    ['2026-05-01T09:00:00', '2026-05-01T08:00:00', '2026-05-01 null/2026-05-01 null'],
    ['2026-04-30T22:00:00Z', '2026-05-02T21:59:59Z', '2026-05-01 null/2026-05-02 null'],
  ])('from %s to %s takes the days on which they fall', async (startTime, endTime, days) => {
    expect(await clocksOf({ startTime, endTime, fullDay: true })).toBe(days);
  });

  test('that ends on an earlier day is rejected', async () => {
    const body = { startTime: '2026-05-02', endTime: '2026-05-01', fullDay: true };
    expect(await refused(body)).toEqual(['endTime end_before_start']);
  });

  test('is created by fullDay alone, and gets times with a start', async () => {
    const { id: eventId } = await put({ ...review, endTime: '2026-04-03T10:00:00' });
    expect(await clocksOf({ eventId, fullDay: true })).toBe('2026-04-02 null/2026-04-03 null');
    expect(await refused({ eventId, fullDay: false })).toEqual(['startTime required']);
    expect(await clocksOf({ eventId, fullDay: false, startTime: '2026-04-02T08:00:00' })).toBe(
      '2026-04-02 08:00:00/2026-04-02 09:00:00',
    );
  });

  test('moves with its zone', async () => {
    const { id: eventId } = await put({ startTime: '2026-05-01', fullDay: true });
    expect(await clocksOf({ eventId, timezone: 'Asia/Tokyo' })).toBe(
      '2026-05-01 null/2026-05-01 null',
    );
    expect(await instantsOf(eventId)).toBe('2026-04-30T15:00:00.000Z/2026-05-01T15:00:00.000Z');
  });
});
