import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

/** Names that integrations leave out or spell differently, and their meaning. */

const api = useTestApi();

const owner = async () =>
  (
    await api.database.prisma.user.findFirstOrThrow({
      where: { accountId: api.ours.accountId, role: 'OWNER' },
    })
  ).id;

describe('calendar/createOrUpdate with a userEmail that is no user’s', () => {
  const event = { eventId: 'uid-77@ics', startTime: '2026-04-02T14:00:00Z', summary: 'Visit' };

  test('makes the event in the owner’s calendar, and never in another workspace’s', async () => {
    for (const userEmail of ['contact@client.example', 'owner@theirs.example']) {
      const { status, body } = await api.ours.post('calendar/createOrUpdate', {
        ...event,
        eventId: userEmail,
        userEmail,
      });
      expect([status, body.userId, body.accountId]).toEqual([
        200,
        await owner(),
        api.ours.accountId,
      ]);
    }
  });

  test('moves an event to the owner’s calendar', async () => {
    const { accountId } = api.ours;
    const email = 'colleague@ours.example';
    const { id } = await api.database.prisma.user.create({ data: { accountId, email } });
    const { body } = await api.ours.post('calendar/createOrUpdate', { ...event, userEmail: email });
    expect(body.userId).toBe(id);
    const change = { eventId: event.eventId, userEmail: 'contact@client.example' };
    const { body: movement } = await api.ours.post('calendar/createOrUpdate', change);
    expect(movement).toMatchObject({ id: body.id, userId: await owner() });
  });

  test('is still an error if it is no address', async () => {
    const answer = await api.ours.post('calendar/createOrUpdate', { ...event, userEmail: 'me' });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'userEmail']);
  });
});

describe('formSubmissions/create', () => {
  test('without a form is the form "Website", which is created once', async () => {
    for (const formName of [undefined, null, ' ']) {
      const { status, body } = await api.ours.post('formSubmissions/create', {
        firstName: 'Ada',
        formName,
      });
      expect([status, body.formName]).toEqual([200, 'Website']);
    }
    expect((await api.ours.get('formNames/list')).body).toEqual(['Website']);
  });

  test('with a form’s id alone is that form', async () => {
    await api.ours.post('formSubmissions/create', { formName: 'Fair' });
    const where = { accountId: api.ours.accountId, name: 'Fair' };
    const { id } = await api.database.prisma.form.findFirstOrThrow({ where });
    const { body } = await api.ours.post('formSubmissions/create', { formId: id });
    expect(body.formName).toBe('Fair');
  });
});

describe('timeWorked/create with a project and no client', () => {
  const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  const log = (body: object) => api.ours.post('timeWorked/create', { ...hours, ...body });

  beforeAll(async () => {
    for (const name of ['One', 'Two', 'Asleep']) await api.ours.post('clients/create', { name });
    const make = (name: string, clientName: string) =>
      api.ours.post('projects/create', { name, clientName });
    await make('Alone', 'One');
    await make('Common', 'One');
    await make('Common', 'Two');
    await make('Half asleep', 'Two');
    await make('Half asleep', 'Asleep');
    await make('Fast asleep', 'Asleep');
    await api.theirs.post('clients/create', { name: 'Foreign' });
    for (const name of ['Alone', 'Theirs alone']) {
      await api.theirs.post('projects/create', { name, clientName: 'Foreign' });
    }
    const where = { accountId: api.ours.accountId, name: 'Asleep' };
    await api.database.prisma.client.updateMany({ where, data: { archived: true } });
  });

  const clientOf = async (name: string) =>
    (await api.ours.get('clients/search', { query: name })).body[0].id;

  test.each([
    ['Alone', 'One'],
    ['Half asleep', 'Two'],
  ])(
    'is the project "%s" if only %s, of the active clients, has it',
    async (projectName, client) => {
      const { status, body } = await log({
        projectName,
        deliverableName: 'D',
        createDeliverable: true,
      });
      expect([status, body.clientId]).toEqual([200, await clientOf(client)]);
      expect(body).toMatchObject({
        deliverableName: 'D',
        projectId: expect.stringMatching(/^prj_/),
      });
    },
  );

  test('names the clients if several have it', async () => {
    const { status, body } = await log({ projectName: 'Common' });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors).toMatchObject([{ path: 'clientName', code: 'required' }]);
    expect(body.message).toContain('"One", "Two"');
  });

  test.each(['Theirs alone', 'Fast asleep', 'Nowhere'])(
    'does not find "%s"',
    async (projectName) => {
      const { status, body } = await log({ projectName });
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      expect(body.errors).toMatchObject([{ path: 'projectName' }]);
      expect(JSON.stringify(body)).not.toContain('Foreign');
    },
  );

  test('uses an existing project, and requires the client if there is none', async () => {
    expect((await log({ projectName: 'Alone', createProject: true })).status).toBe(200);
    const { status, body } = await log({ projectName: 'Nowhere', createProject: true });
    expect([status, body.errors]).toMatchObject([400, [{ path: 'clientName', code: 'required' }]]);
  });

  test('is likewise for many entries of GraphQL', async () => {
    const source = `mutation ($items: [CreateTimeEntryInput!]!) {
      createTimeEntries(input: { items: $items, partial: true }) {
        ... on CreateTimeEntriesSuccess { results {
          ... on CreateTimeEntrySuccess { timeEntry { clientId } } ... on ExpectedError { message } } } } }`;
    const items = ['Alone', 'Common', 'Half asleep', 'Nowhere'].map((projectName) => ({
      ...hours,
      projectName,
    }));
    const { body } = await api.ours.gql(source, { items });
    expect(body.errors).toBeUndefined();
    const { results } = body.data.createTimeEntries;
    expect(results.map((one: { timeEntry?: object }) => one.timeEntry !== undefined)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

test('hexColor with its opacity is taken without it', async () => {
  await api.ours.post('clients/create', { name: 'Colourful' });
  const fields = { name: 'Painted', clientName: 'Colourful', hexColor: '#71EBEE00' };
  const { body } = await api.ours.post('projects/create', fields);
  expect(body.hexColor).toBe('#71EBEE');
  const change = { ...body, hexColor: '#1f6febFF' };
  expect((await api.ours.put('projects/update', change)).body.hexColor).toBe('#1f6feb');
  const wrong = await api.ours.patch('projects/update', { id: body.id, hexColor: '#71EBEE0' });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'hexColor']);
});

describe('labels are matched ignoring case', () => {
  test('of pipeline stages, the one that is written so before others', async () => {
    const stageOf = async (stageName: string) => {
      const { body } = await api.ours.post('opportunities/create', { name: 'Deal', stageName });
      return body.statusId;
    };
    const { body: stages } = await api.ours.get('pipelineStages/list');
    const won = stages.find(({ label }: { label: string }) => label === 'Won').id;
    expect(await stageOf('wOn')).toBe(won);
    const data = { accountId: api.ours.accountId, id: 'stg_0', label: 'WON', position: 9 };
    await api.database.prisma.pipelineStage.create({ data });
    expect([await stageOf('WON'), await stageOf('Won')]).toEqual(['stg_0', won]);
    const lead = { firstName: 'L', pipelineStageName: 'QUALIFIED' };
    expect((await api.ours.post('formSubmissions/create', lead)).status).toBe(200);
    expect(
      (await api.theirs.post('opportunities/create', { name: 'X', stageName: 'won' })).body
        .statusId,
    ).not.toBe(won);
  });

  test('of the status that an approval sets', async () => {
    const { accountId } = api.ours;
    const where = { accountId, label: 'Complete' };
    await api.database.prisma.taskStage.updateMany({ where, data: { label: 'COMPLETE' } });
    const work = { clientName: 'Colourful', projectName: 'Painted', deliverableName: 'Wall' };
    await api.ours.post('timeWorked/create', {
      ...work,
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
      createDeliverable: true,
    });
    expect((await api.ours.post('deliverable/approve', work)).body.status).toBe('COMPLETE');
  });
});
