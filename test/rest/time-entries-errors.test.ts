import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { everything, foreign, hours, known, useTimeEntries } from '../support/time-entries.ts';

const api = useTestApi();
const tests = useTimeEntries(api);

describe('timeWorked/create', () => {
  const paths = async (body: Record<string, unknown>) => {
    const answer = await api.ours.post('timeWorked/create', body);
    return [answer.status, ...answer.body.errors.map((e: { path: string }) => e.path).toSorted()];
  };

  test('all invalid fields are listed in one response, also those with missing related fields', async () => {
    expect(await paths({})).toEqual([400, 'timerEnd', 'timerStart']);
    expect(
      await paths({
        timerStart: '2026-02-30T09:00:00Z',
        timerEnd: 'later',
        userEmail: 'nobody',
        createClient: 'perhaps',
        deliverableName: 'D',
        notes: ['n'],
      }),
    ).toEqual([
      400,
      'clientName',
      'createClient',
      'notes',
      'projectName',
      'timerEnd',
      'timerStart',
      'userEmail',
    ]);
  });

  test.each([
    ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z'],
    ['2026-03-02T09:00:00Z', '2026-03-02T08:59:59Z'],
    ['2026-03-02T09:00:00Z', '2026-03-02T10:30:00+02:00'],
  ])('%s to %s does not end after it starts: 400', async (timerStart, timerEnd) => {
    const { status, body } = await tests.log({ timerStart, timerEnd });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'timerEnd', code: 'not_after_start' }]);
  });

  test('a new project needs its client’s name, a new deliverable its project’s', async () => {
    const project = { ...hours, projectName: 'Not there', createProject: true };
    expect(await paths(project)).toEqual([400, 'clientName']);
    expect(await paths({ ...hours, clientName: 'Known', deliverableName: 'D' })).toEqual([
      400,
      'projectName',
    ]);
    const deliverable = { ...hours, deliverableName: 'D' };
    expect(await paths(deliverable)).toEqual([400, 'clientName', 'projectName']);
  });

  test.each([
    ['no name at all', {}],
    ['blank names', { clientName: ' ', projectName: '', deliverableName: null }],
  ])('a flag without its name has no effect: %s', async (_, names) => {
    const [clients, projects, deliverables, entries] = await tests.counts();
    const { clientId } = tests.ids;
    for (const work of [names, { ...names, clientId }]) {
      const { status, body } = await tests.log({ ...hours, ...work, ...everything });
      expect([status, body.projectId, body.deliverableName]).toEqual([200, null, null]);
    }
    expect(await tests.counts()).toEqual([clients, projects, deliverables, (entries ?? 0) + 2]);
  });

  test('a flag without its name requires no scope for the record that it would create', async () => {
    const { key } = await makeKey(api.ours.context, [
      'time:write',
      'clients:read',
      'projects:read',
    ]);
    const sent = { ...hours, timerEnd: '2026-03-02T10:00:00Z', createProject: true };
    const answer = await api.request('/public/action/timeWorked/create', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    expect(answer.status).toBe(200);
  });

  test.each(['clientName', 'projectName', 'deliverableName'])(
    'an unknown %s without its flag is a 404, and nothing at all is created',
    async (field) => {
      const before = await tests.counts();
      const flag = `create${field[0]?.toUpperCase()}${field.slice(1, -4)}`;
      const { status, body } = await tests.log({
        clientName: 'New client',
        projectName: 'New project',
        deliverableName: 'New deliverable',
        ...everything,
        [flag]: false,
      });
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      expect(body.errors).toMatchObject([{ path: field }]);
      expect(await tests.counts()).toEqual(before);
    },
  );

  test('an error after records were created rolls them back', async () => {
    await tests.makeUser('left@ours.example', false);
    const before = await tests.counts();
    for (const userEmail of ['nobody@ours.example', 'left@ours.example']) {
      const { status } = await tests.log({
        clientName: 'Never client',
        projectName: 'Never project',
        deliverableName: 'Never deliverable',
        ...everything,
        userEmail,
      });
      expect(status).toBeGreaterThanOrEqual(404);
    }
    expect(await tests.counts()).toEqual(before);
  });

  test('a misspelt name gets near matches with the same parent', async () => {
    const { body } = await tests.log({ ...known, deliverableName: 'Home pages' });
    expect(body.message).toContain('"Home page"');
  });

  test('names of another workspace are missing, and created with flags', async () => {
    const { deliverableName: _, ...named } = foreign;
    const { status, body } = await tests.log(named);
    expect([status, body.code]).toEqual([404, 'name_not_found']);
    const made = await tests.log({ ...named, createClient: true, createProject: true });
    expect(made.status).toBe(200);
    expect(made.body.clientId).not.toBe(tests.theirIds.clientId);
  });

  test.each(['clientId', 'projectId', 'deliverableId'] as const)(
    '%s of another workspace is handled as missing',
    async (field) => {
      const missing = newId('Client');
      const answers = [];
      for (const id of [missing, tests.theirIds[field]]) {
        const { status, body } = await tests.log({ [field]: id });
        answers.push([status, body.code, body.errors, body.message.replace(id, 'ID')]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.slice(0, 2)).toEqual([404, 'record_not_found']);
    },
  );

  test('a name and an id that disagree are a 400', async () => {
    const other = await api.ours.post('clients/create', { name: 'Other' });
    const { status, body } = await tests.log({ clientName: 'Known', clientId: other.body.id });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'clientName', code: 'disagrees' }]);
  });

  test('an id of a record below another parent is a 400, not a missing record', async () => {
    const { body: client } = await api.ours.post('clients/create', { name: 'Namesakes' });
    const { body: project } = await api.ours.post('projects/create', {
      clientId: client.id,
      name: known.projectName,
    });
    const elsewhere = { clientName: known.clientName, projectId: project.id };
    const alone = await tests.log(elsewhere);
    expect(alone.status).toBe(400);
    expect(alone.body.errors).toEqual([
      { path: 'projectId', code: 'disagrees', message: 'belongs to another client' },
    ]);
    const namesake = await tests.log({ ...elsewhere, projectName: known.projectName });
    expect(namesake.status).toBe(400);
    expect(namesake.body.errors).toMatchObject([{ path: 'projectName', code: 'disagrees' }]);
  });
});
