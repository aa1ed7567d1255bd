import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { errorsInBody } from '../support/routes.ts';

const api = useTestApi();

const make = async (eventId?: string, workspace = api.ours): Promise<string> =>
  (await workspace.post('calendar/createOrUpdate', { eventId, startTime: '2026-04-02T14:00:00Z' }))
    .body.id;

const expectGone = async (path: string, workspace = api.ours) => {
  const answer = await workspace.delete(path);
  expect(answer).toMatchObject({ status: 404, body: { code: 'record_not_found' } });
  expect(errorsInBody(answer)).toEqual([]);
};

test.each([
  ['event/a?b &c', 'event%2Fa%3Fb%20%26c'],
  ['uid-77@ics', 'uid-77%40ics'],
  ['100%25', '100%2525'],
  ['Ümläut+plus#1', '%C3%9Cml%C3%A4ut+plus%231'],
])('the caller’s own id "%s" is written %s', async (eventId, written) => {
  const id = await make(eventId);
  const { status, body, headers } = await api.ours.delete(`calendar/${written}`);
  expect([status, body]).toEqual([200, '']);
  expect([headers.get('content-type'), headers.get('content-length')]).toEqual([null, '0']);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  await expectGone(`calendar/${written}`);
  await expectGone(`calendar/${id}`);
});

test('our id deletes the event as well, and no other', async () => {
  const [one, other] = [await make(), await make('stays')];
  expect((await api.ours.delete(`calendar/${one}`)).status).toBe(200);
  await expectGone(`calendar/${one}`);
  expect(await api.database.prisma.calendarEvent.findMany({ where: { id: other } })).toHaveLength(
    1,
  );
});

test('another workspace’s event is not found, by either id', async () => {
  const theirs = await make('shared', api.theirs);
  await expectGone('calendar/shared');
  await expectGone(`calendar/${theirs}`);
  await make('shared');
  expect((await api.ours.delete('calendar/shared')).status).toBe(200);
  expect((await api.theirs.delete('calendar/shared')).status).toBe(200);
});
