import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { calendarPath, review, useCalendar } from '../support/calendar.ts';

const calendar = useCalendar();
const { put, refused, clocksOf } = calendar;

describe('a new event', () => {
  test('has exactly the fields of the specification', async () => {
    const event = await put({
      eventId: 'review-1@ics.example',
      ...review,
      timezone: 'europe/london',
      busy: false,
      summary: 'Review',
      description: 'Figures\nand plans',
      location: 'Room 1',
      userEmail: 'ADA@berlin.example',
    });
    const ada = await calendar.api.database.prisma.user.findFirstOrThrow({
      where: { accountId: calendar.berlin.accountId, firstName: 'Ada' },
    });
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      accountId: calendar.berlin.accountId,
      userId: ada.id,
      externalId: 'review-1@ics.example',
      startDate: '2026-04-02',
      endDate: '2026-04-02',
      startTime: '14:00:00',
      endTime: '15:30:00',
      timezone: 'Europe/London',
      summary: 'Review',
      description: 'Figures\nand plans',
      location: 'Room 1',
      busyEvent: false,
    });
  });

  test('needs no more than a start: an hour of the owner, busy, in the workspace’s zone', async () => {
    const event = await put({ startTime: '2026-04-02T23:30' });
    expect(event).toEqual({
      id: expect.any(String),
      accountId: calendar.berlin.accountId,
      userId: calendar.berlin.context.workspace.ownerId,
      externalId: null,
      startDate: '2026-04-02',
      endDate: '2026-04-03',
      startTime: '23:30:00',
      endTime: '00:30:00',
      timezone: 'Europe/Berlin',
      summary: null,
      description: null,
      location: null,
      busyEvent: true,
    });
  });

  test('without a start is rejected, with every other field at error', async () => {
    const errors = await refused({
      endTime: '2026-02-30T10:00:00',
      timezone: 'Mars/Olympus',
      fullDay: 'perhaps',
      userEmail: 'nobody',
    });
    expect(errors).toEqual([
      'endTime invalid_date_time',
      'fullDay invalid_type',
      'startTime required',
      'timezone invalid_time_zone',
      'userEmail invalid_format',
    ]);
    expect(await refused({ eventId: 'unknown', summary: 'x' })).toEqual(['startTime required']);
    expect(await refused({ eventId: {}, ...review })).toEqual(['eventId invalid_type']);
    expect((await calendar.berlin.post(calendarPath, [])).status).toBe(400);
  });

  test.each(['+02:00', 'PST8PDTX', 'Europe'])('rejects the time zone %s', async (timezone) => {
    expect(await refused({ ...review, timezone })).toEqual(['timezone invalid_time_zone']);
  });

  test('that ends before it starts is rejected; one that ends as it starts is not', async () => {
    const early = { startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T13:59:59' };
    expect(await refused(early)).toEqual(['endTime end_before_start']);
    const instants = { startTime: '2026-04-02T14:00:00+02:00', endTime: '2026-04-02T13:00:00Z' };
    expect(await clocksOf(instants)).toBe('2026-04-02 14:00:00/2026-04-02 15:00:00');
    expect(await clocksOf({ startTime: early.startTime, endTime: early.startTime })).toBe(
      '2026-04-02 14:00:00/2026-04-02 14:00:00',
    );
  });

  test('of an inactive user is a 409; nothing is created', async () => {
    const count = () => calendar.api.database.prisma.calendarEvent.count();
    const before = await count();
    const gone = await calendar.berlin.post(calendarPath, {
      ...review,
      userEmail: 'gone@berlin.example',
    });
    expect([gone.status, gone.body.code]).toEqual([409, 'conflicting_state']);
    expect(await count()).toBe(before);
  });
});

test('a new event and an update take two round trips each, with a look-up', async () => {
  const created = await recordStatements(() => calendar.berlin.post(calendarPath, review));
  expect([created.statements.length, created.roundTrips]).toEqual([1 + 5 + 1, 1 + 2]);
  const eventId = created.result.body.id;
  const updated = await recordStatements(() =>
    calendar.berlin.post(calendarPath, { eventId, summary: 'x' }),
  );
  expect(updated.result.body.summary).toBe('x');
  expect([updated.statements.length, updated.roundTrips]).toEqual([1 + 5 + 1, 1 + 2]);
});
