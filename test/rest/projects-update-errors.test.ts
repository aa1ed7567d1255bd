import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { makeClient, makeProject, unique } from '../support/projects.ts';

const api = useTestApi();

describe('projects/update', () => {
  test.each(['patch', 'put'] as const)(
    '%s without an id is a 412, before anything else',
    async (verb) => {
      for (const id of [undefined, null, '', '  ']) {
        const { status, body } = await api.ours[verb]('projects/update', { id, hexColor: 'blue' });
        expect([status, body.code]).toEqual([412, 'id_missing']);
      }
    },
  );

  test.each(['patch', 'put'] as const)(
    '%s of an unknown id and of another workspace’s is the same 404',
    async (verb) => {
      const theirs = await makeProject(api.theirs);
      const unknown = newId('Project');
      const answers = [];
      for (const id of [unknown, theirs.id]) {
        const { status, body } = await api.ours[verb]('projects/update', { id, name: 'Mine' });
        answers.push([status, body.code, body.message.replace(id, 'ID')]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.slice(0, 2)).toEqual([404, 'record_not_found']);
      const [found] = (await api.theirs.get('projects/search', { id: theirs.id })).body;
      expect(found.name).toBe(theirs.name);
    },
  );

  test('lists all invalid fields, and a client cannot be cleared', async () => {
    const { id } = await makeProject(api.ours);
    const { status, body } = await api.ours.patch('projects/update', {
      id,
      name: ' ',
      clientId: null,
      dueDate: 'soon',
      feeSchedule: { amount: -1 },
      customValues: 'none',
    });
    expect(status).toBe(400);
    expect(body.errors.map((e: { path: string }) => e.path).toSorted()).toEqual([
      'clientId',
      'customValues',
      'dueDate',
      'feeSchedule.amount',
      'name',
    ]);
  });

  test('a client that is unknown, or another workspace’s, is a 404 and changes nothing', async () => {
    const project = await makeProject(api.ours);
    const theirs = await makeClient(api.theirs);
    for (const clientId of [newId('Client'), theirs.id]) {
      const { status, body } = await api.ours.patch('projects/update', {
        id: project.id,
        name: 'Other',
        clientId,
      });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.errors).toMatchObject([{ path: 'clientId' }]);
    }
    const [found] = (await api.ours.get('projects/search', { id: project.id })).body;
    expect(found).toMatchObject(project);
  });

  test('a name that the client’s projects have already is a 409, by renaming and by moving', async () => {
    const one = await makeProject(api.ours, { name: 'Taken' });
    const two = await makeProject(api.ours, { name: 'Taken' });
    const movement = await api.ours.patch('projects/update', {
      id: two.id,
      clientId: one.clientId,
    });
    expect([movement.status, movement.body.code]).toEqual([409, 'name_taken']);
    const { body: three } = await api.ours.post('projects/create', {
      name: 'Free',
      clientId: one.clientId,
    });
    const renamed = await api.ours.patch('projects/update', { id: three.id, name: 'Taken' });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'name_taken']);
  });

  test('every write raises the version', async () => {
    const { id } = await makeProject(api.ours);
    await api.ours.patch('projects/update', { id, name: unique('Renamed') });
    const row = await api.database.prisma.project.findFirstOrThrow({ where: { id } });
    expect(row.version).toBe(2);
  });
});
