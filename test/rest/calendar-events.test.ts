import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import type { Answer, TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
const path = 'calendar/createOrUpdate';

let berlin: TestWorkspace;

beforeAll(async () => {
  berlin = await api.addWorkspace({ name: 'Berlin', timeZone: 'Europe/Berlin' });
  const { accountId } = berlin;
  await api.database.prisma.user.createMany({
    data: [
      { accountId, email: 'Ada@berlin.example', firstName: 'Ada' },
      { accountId, email: 'gone@berlin.example', active: false },
    ],
  });
});

const review = { startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T15:30:00' };

async function put(body: object, workspace = berlin) {
  const answer = await workspace.post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** What the clocks show, as "start/end". */
async function clocksOf(body: object): Promise<string> {
  const { startDate, startTime, endDate, endTime } = await put(body);
  return `${startDate} ${startTime}/${endDate} ${endTime}`;
}

async function instantsOf(id: string): Promise<string> {
  const { startsAt, endsAt } = await api.database.prisma.calendarEvent.findUniqueOrThrow({
    where: { accountId_id: { accountId: berlin.accountId, id } },
  });
  return `${startsAt.toISOString()}/${endsAt.toISOString()}`;
}

function faults({ status, body }: Answer): string[] {
  expect(status).toBe(400);
  return body.errors.map((error: { path: string; code: string }) => `${error.path} ${error.code}`);
}

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
    const ada = await api.database.prisma.user.findFirstOrThrow({
      where: { accountId: berlin.accountId, firstName: 'Ada' },
    });
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      accountId: berlin.accountId,
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
      accountId: berlin.accountId,
      userId: berlin.context.workspace.ownerId,
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

  test('without a start is refused, with every other field at fault', async () => {
    const answer = await berlin.post(path, {
      endTime: '2026-02-30T10:00:00',
      timezone: 'Mars/Olympus',
      fullDay: 'perhaps',
      userEmail: 'nobody',
    });
    expect(faults(answer).sort()).toEqual([
      'endTime invalid_date_time',
      'fullDay invalid_type',
      'startTime required',
      'timezone invalid_time_zone',
      'userEmail invalid_format',
    ]);
    expect(faults(await berlin.post(path, { eventId: 'unknown', summary: 'x' }))).toEqual([
      'startTime required',
    ]);
    expect(faults(await berlin.post(path, { eventId: {}, ...review }))).toEqual([
      'eventId invalid_type',
    ]);
    expect((await berlin.post(path, [])).status).toBe(400);
  });

  test.each(['+02:00', 'PST8PDTX', 'Europe'])('refuses the time zone %s', async (timezone) => {
    expect(faults(await berlin.post(path, { ...review, timezone }))).toEqual([
      'timezone invalid_time_zone',
    ]);
  });

  test('that ends before it starts is refused; one that ends as it starts is not', async () => {
    const early = { startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T13:59:59' };
    expect(faults(await berlin.post(path, early))).toEqual(['endTime end_before_start']);
    const instants = { startTime: '2026-04-02T14:00:00+02:00', endTime: '2026-04-02T13:00:00Z' };
    expect(await clocksOf(instants)).toBe('2026-04-02 14:00:00/2026-04-02 15:00:00');
    expect(await clocksOf({ startTime: early.startTime, endTime: early.startTime })).toBe(
      '2026-04-02 14:00:00/2026-04-02 14:00:00',
    );
  });

  test('of an unknown user is a 404, of an inactive one a 409; nothing is made', async () => {
    const count = () => api.database.prisma.calendarEvent.count();
    const before = await count();
    const unknown = await berlin.post(path, { ...review, userEmail: 'owner@ours.example' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'name_not_found']);
    const gone = await berlin.post(path, { ...review, userEmail: 'gone@berlin.example' });
    expect([gone.status, gone.body.code]).toEqual([409, 'conflicting_state']);
    expect(await count()).toBe(before);
  });

  test('answers under both base paths', async () => {
    const init = {
      method: 'POST',
      headers: { 'x-api-key': berlin.key, 'content-type': 'application/json' },
      body: JSON.stringify(review),
    };
    expect((await api.request(`/api/public/action/${path}`, init)).status).toBe(200);
  });
});

describe('times', () => {
  test.each([
    ['2026-04-02T14:00:00Z', 'Europe/Berlin', '16:00:00'],
    ['2026-04-02T14:00:00.500Z', 'Europe/Berlin', '16:00:00'],
    ['2026-04-02T14:00:00-05:00', 'Europe/Berlin', '21:00:00'],
    ['2026-04-02T14:00:00', 'America/New_York', '14:00:00'],
    ['2026-04-02', 'America/New_York', '00:00:00'],
    ['2026-01-02T14:00:00Z', 'Asia/Kolkata', '19:30:00'],
  ])('%s in %s is shown as %s', async (startTime, timezone, shown) => {
    expect((await put({ startTime, timezone })).startTime).toBe(shown);
  });

  test('an instant may fall on another day in the zone', async () => {
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

  test('instants order an hour that comes twice, whatever the clocks show', async () => {
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
  ])('beyond the years 1900 to 9999 are refused: %j', async (body) => {
    const answer = await berlin.post(path, { timezone: 'UTC', ...body });
    expect(faults(answer)[0]).toMatch(/out_of_range$/);
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

  test('that ends on an earlier day is refused', async () => {
    const body = { startTime: '2026-05-02', endTime: '2026-05-01', fullDay: true };
    expect(faults(await berlin.post(path, body))).toEqual(['endTime end_before_start']);
  });

  test('is made of an event by fullDay alone, and gets times by a start', async () => {
    const { id: eventId } = await put({ ...review, endTime: '2026-04-03T10:00:00' });
    expect(await clocksOf({ eventId, fullDay: true })).toBe('2026-04-02 null/2026-04-03 null');
    expect(faults(await berlin.post(path, { eventId, fullDay: false }))).toEqual([
      'startTime required',
    ]);
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

describe('an update', () => {
  test('carries only what changes', async () => {
    const event = await put({ ...review, summary: 'Review', location: 'Room 1', busy: false });
    expect(await put({ eventId: event.id, location: 'Room 2' })).toEqual({
      ...event,
      location: 'Room 2',
    });
    expect(await put({ eventId: event.id })).toEqual({ ...event, location: 'Room 2' });
  });

  test('finds the event by externalId as well', async () => {
    const event = await put({ eventId: 'uid-2', ...review });
    const moved = { startTime: '2026-04-02T15:00:00', endTime: '2026-04-02T16:00:00' };
    expect(await put({ eventId: 'uid-2', ...moved })).toEqual({
      ...event,
      startTime: '15:00:00',
      endTime: '16:00:00',
    });
    expect((await put({ eventId: event.id, summary: 'x' })).externalId).toBe('uid-2');
  });

  test('prefers the event whose own id it is to one that was given it as externalId', async () => {
    const event = await put(review);
    const { accountId } = berlin;
    const impostor = await put({ eventId: 'impostor', ...review });
    await api.database.prisma.calendarEvent.update({
      where: { accountId_id: { accountId, id: impostor.id } },
      data: { externalId: event.id },
    });
    expect((await put({ eventId: event.id, summary: 'x' })).id).toBe(event.id);
  });

  test.each([null, ''])('clears or resets what is %j', async (nothing) => {
    const event = await put({
      ...review,
      timezone: 'Asia/Tokyo',
      busy: false,
      summary: 'Review',
      description: 'd',
      location: 'l',
      userEmail: 'ada@berlin.example',
    });
    const cleared = await put({
      eventId: event.id,
      endTime: nothing,
      timezone: nothing,
      busy: nothing,
      summary: nothing,
      description: nothing,
      location: nothing,
      userEmail: nothing,
    });
    expect(cleared).toEqual({
      ...event,
      endTime: '15:00:00',
      timezone: 'Europe/Berlin',
      busyEvent: true,
      summary: null,
      description: null,
      location: null,
      userId: berlin.context.workspace.ownerId,
    });
    const startless = await berlin.post(path, { eventId: event.id, startTime: nothing });
    expect(faults(startless)).toEqual(['startTime required']);
  });

  test('of the time zone alone keeps what the clocks show', async () => {
    const event = await put(review);
    const moved = await put({ eventId: event.id, timezone: 'America/New_York' });
    expect(moved).toEqual({ ...event, timezone: 'America/New_York' });
    expect(await instantsOf(event.id)).toBe('2026-04-02T18:00:00.000Z/2026-04-02T19:30:00.000Z');
  });

  test('reads times without an offset in the event’s own zone, not the workspace’s', async () => {
    const { id: eventId } = await put({ ...review, timezone: 'Asia/Tokyo' });
    await put({ eventId, startTime: '2026-04-02T13:00:00' });
    expect(await instantsOf(eventId)).toBe('2026-04-02T04:00:00.000Z/2026-04-02T06:30:00.000Z');
  });

  test('that moves only the start past the end is refused and changes nothing', async () => {
    const event = await put(review);
    const late = { eventId: event.id, startTime: '2026-04-02T16:00:00', summary: 'Late' };
    const refused = await berlin.post(path, late);
    expect(faults(refused)).toEqual(['startTime end_before_start']);
    expect(refused.body.message).toContain('send endTime as well');
    const early = { eventId: event.id, endTime: '2026-04-02T13:00:00' };
    expect(faults(await berlin.post(path, early))).toEqual(['endTime end_before_start']);
    expect(await put({ eventId: event.id })).toEqual(event);
  });

  test('lists every field at fault', async () => {
    const { id } = await put(review);
    const wrong = { eventId: id, startTime: 'soon', busy: 7, timezone: 'x' };
    expect(faults(await berlin.post(path, wrong))).toHaveLength(3);
  });

  test('never reaches another workspace’s event, nor takes up its externalId', async () => {
    const event = await put({ eventId: 'shared-uid', ...review, summary: 'Ours' });
    const theirs = await put({ eventId: 'shared-uid', ...review, summary: 'T' }, api.theirs);
    expect(theirs).toMatchObject({ accountId: api.theirs.accountId, externalId: 'shared-uid' });
    const byId = await put({ eventId: event.id, ...review, summary: 'T' }, api.theirs);
    expect(byId).toMatchObject({ accountId: api.theirs.accountId, externalId: event.id });
    expect(await put({ eventId: event.id })).toEqual(event);
  });
});

describe('many callers at once', () => {
  test('with one unknown eventId make one event', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        berlin.post(path, { eventId: 'crowd', ...review, summary: `Caller ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await api.database.prisma.calendarEvent.count({ where: { externalId: 'crowd' } })).toBe(
      1,
    );
  });

  test('that change different fields lose no change', async () => {
    const { id: eventId } = await put(review);
    const changes = [{ summary: 's' }, { location: 'l' }, { description: 'd' }, { busy: false }];
    await Promise.all(changes.map((change) => put({ eventId, ...change })));
    expect(await put({ eventId })).toMatchObject({
      summary: 's',
      location: 'l',
      description: 'd',
      busyEvent: false,
    });
  });
});

test('a new event takes two statements, an update a transaction of two', async () => {
  const created = await countStatements(() => berlin.post(path, review));
  expect(created.statements).toHaveLength(1 + 2);
  const eventId = created.result.body.id;
  const updated = await countStatements(() => berlin.post(path, { eventId, summary: 'x' }));
  expect(updated.result.body.summary).toBe('x');
  expect(updated.statements).toHaveLength(1 + 4);
});
