import { describe, expect, test } from 'vitest';
import { calendarPath, review, useCalendar } from '../support/calendar.ts';

const calendar = useCalendar();
const { put, refused, instantsOf } = calendar;

describe('an update', () => {
  test('contains only changed fields', async () => {
    const event = await put({ ...review, summary: 'Review', location: 'Room 1', busy: false });
    expect(await put({ eventId: event.id, location: 'Room 2' })).toEqual({
      ...event,
      location: 'Room 2',
    });
    expect(await put({ eventId: event.id })).toEqual({ ...event, location: 'Room 2' });
  });

  test('finds the event by externalId as well', async () => {
    const event = await put({ eventId: 'uid-2', ...review });
    const movement = { startTime: '2026-04-02T15:00:00', endTime: '2026-04-02T16:00:00' };
    expect(await put({ eventId: 'uid-2', ...movement })).toEqual({
      ...event,
      startTime: '15:00:00',
      endTime: '16:00:00',
    });
    expect((await put({ eventId: event.id, summary: 'x' })).externalId).toBe('uid-2');
  });

  test('prefers the event with that id to one with that externalId', async () => {
    const event = await put(review);
    const { accountId } = calendar.berlin;
    const impostor = await put({ eventId: 'impostor', ...review });
    await calendar.api.database.prisma.calendarEvent.update({
      where: { accountId_id: { accountId, id: String(impostor.id) } },
      data: { externalId: String(event.id) },
    });
    expect((await put({ eventId: event.id, summary: 'x' })).id).toBe(event.id);
  });

  test.each([null, ''])('clears or resets fields with %j', async (nothing) => {
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
      userId: calendar.berlin.context.workspace.ownerId,
    });
    expect(await refused({ eventId: event.id, startTime: nothing })).toEqual([
      'startTime required',
    ]);
  });

  test('of the time zone alone keeps the wall-clock times', async () => {
    const event = await put(review);
    const shifted = await put({ eventId: event.id, timezone: 'America/New_York' });
    expect(shifted).toEqual({ ...event, timezone: 'America/New_York' });
    expect(await instantsOf(event.id)).toBe('2026-04-02T18:00:00.000Z/2026-04-02T19:30:00.000Z');
  });

  test('reads times without an offset in the event’s own zone, not the workspace’s', async () => {
    const { id: eventId } = await put({ ...review, timezone: 'Asia/Tokyo' });
    await put({ eventId, startTime: '2026-04-02T13:00:00' });
    expect(await instantsOf(eventId)).toBe('2026-04-02T04:00:00.000Z/2026-04-02T06:30:00.000Z');
  });

  test('that moves only the start past the end is rejected and changes nothing', async () => {
    const event = await put(review);
    const late = { eventId: event.id, startTime: '2026-04-02T16:00:00', summary: 'Late' };
    expect(await refused(late)).toEqual(['startTime end_before_start']);
    const { body } = await calendar.berlin.post(calendarPath, late);
    expect(body.message).toContain('send endTime as well');
    const early = { eventId: event.id, endTime: '2026-04-02T13:00:00' };
    expect(await refused(early)).toEqual(['endTime end_before_start']);
    expect(await put({ eventId: event.id })).toEqual(event);
  });

  test('lists all invalid fields', async () => {
    const { id } = await put(review);
    const wrong = { eventId: id, startTime: 'soon', busy: 7, timezone: 'x' };
    expect(await refused(wrong)).toHaveLength(3);
  });

  test('never reaches another workspace’s event, nor takes up its externalId', async () => {
    const event = await put({ eventId: 'shared-uid', ...review, summary: 'Ours' });
    const theirs = await put(
      { eventId: 'shared-uid', ...review, summary: 'T' },
      calendar.api.theirs,
    );
    expect(theirs).toMatchObject({
      accountId: calendar.api.theirs.accountId,
      externalId: 'shared-uid',
    });
    const byId = await put({ eventId: event.id, ...review, summary: 'T' }, calendar.api.theirs);
    expect(byId).toMatchObject({ accountId: calendar.api.theirs.accountId, externalId: event.id });
    expect(await put({ eventId: event.id })).toEqual(event);
  });
});

describe('many simultaneous callers', () => {
  test('with one unknown eventId make one event', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        calendar.berlin.post(calendarPath, { eventId: 'crowd', ...review, summary: `Caller ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(
      await calendar.api.database.prisma.calendarEvent.count({ where: { externalId: 'crowd' } }),
    ).toBe(1);
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
