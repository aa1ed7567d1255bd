import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { created } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
const world = useArranged(api, 'Own');

const clientName = 'Own Analytics';
const projectName = 'Own Website';
const name = 'Bygone page';
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
const named = { ...hours, clientName, projectName, deliverableName: name };
const ids = { deliverable: '', time: '' };

/** A task with time on it, which is archived then; and an active one of nearly the same name. */
beforeAll(async () => {
  const { id } = await created(api.ours, 'tasks/create', { name, projectName });
  const time = await created(api.ours, 'timeWorked/create', { ...hours, deliverableId: id });
  Object.assign(ids, { deliverable: id, time: time.id });
  await created(api.ours, 'tasks/create', { name: 'Bygone pages', projectName });
  const { body } = await api.ours.patch('tasks/update', { id, archived: true });
  expect(body.archived).toBe(true);
});

const error = ({ status, body }: Answer) => [status, body.code, body.errors[0]?.code];
const notFound = [404, 'name_not_found', 'archived'];
const rejection = [409, 'conflicting_state', 'archived'];

describe('the name of an archived deliverable', () => {
  test('stays taken for creates and updates in both APIs, and the 409 explains why', async () => {
    const other = await created(api.ours, 'tasks/create', { name: 'Another', projectName });
    const input = { id: other.id, name: ` ${name} ` };
    for (const { status, body } of [
      await api.ours.post('tasks/create', { name: ` ${name} `, projectName }),
      await api.ours.patch('tasks/update', input),
    ]) {
      expect([status, body.code, body.errors[0].path]).toEqual([409, 'name_taken', 'name']);
      expect(body.message).toContain(`"${name}", which is archived`);
    }
    const create = { input: { name, projectName } };
    for (const [mutation, variables] of [
      ['createDeliverable', create],
      ['updateDeliverable', { input }],
    ] as const) {
      const answer = await mutate(api.ours, mutation, variables);
      expect(answer).toMatchObject({ code: 'name_taken' });
      expect(answer.message).toContain(`"${name}", which is archived`);
    }
    const active = await api.ours.patch('tasks/update', { id: other.id, name: 'Bygone pages' });
    expect([active.status, active.body.code]).toEqual([409, 'name_taken']);
    expect(active.body.message).not.toContain('archived');
  });

  test('finds nothing for time and approvals, is no near match, and free in another project', async () => {
    const { timerStart: _s, timerEnd: _e, ...work } = named;
    expect(error(await api.ours.post('timeWorked/create', named))).toEqual(notFound);
    expect(error(await api.ours.post('deliverable/approve', work))).toEqual(notFound);
    const nearby = await api.ours.post('timeWorked/create', {
      ...named,
      deliverableName: 'Bygone pag',
    });
    expect(nearby.body.message).toContain('"Bygone pages"');
    expect(nearby.body.message).not.toContain('"Bygone page"');
    await created(api.ours, 'projects/create', { name: 'Elsewhere', clientName });
    await created(api.ours, 'timeWorked/create', {
      ...named,
      projectName: 'Elsewhere',
      createDeliverable: true,
    });
  });
});

describe('new time of an archived deliverable', () => {
  test('is rejected by id, and by name if a flag would create it; nothing is created', async () => {
    const by = { ...hours, deliverableId: ids.deliverable };
    const { createClient: client } = world.made;
    const answers = [
      await api.ours.post('timeWorked/create', by),
      await api.ours.post('timeWorked/create', { ...by, clientName, projectName }),
      await api.ours.post('timeWorked/create', { ...by, clientId: client.id }),
      await api.ours.post('timeWorked/create', { ...named, createDeliverable: true }),
    ];
    for (const answer of answers) expect(error(answer)).toEqual(rejection);
    expect(answers[0]?.body.errors[0].path).toBe('deliverableId');
    expect(answers[3]?.body.errors[0].path).toBe('deliverableName');
    expect(await mutate(api.ours, 'createTimeEntry', { input: by })).toMatchObject({
      code: 'conflicting_state',
      message: answers[0]?.body.message,
    });
    const where = { accountId: api.ours.accountId, deliverableId: ids.deliverable };
    expect(await api.database.prisma.timeEntry.count({ where })).toBe(1);
  });

  test('is rejected item by item in bulk', async () => {
    const items = [
      { ...named, deliverableName: 'Bygone pages' },
      named,
      { ...named, createDeliverable: true },
      { ...hours, deliverableId: ids.deliverable },
      { ...hours, clientName, projectName, deliverableId: ids.deliverable },
      { ...hours, projectName, deliverableName: name, createDeliverable: true },
      { ...named, deliverableName: 'Made in bulk', createDeliverable: true },
    ];
    const selection = 'made results { ... on ExpectedError { code message } }';
    const input = { items, partial: true };
    const { made, results } = await mutated(api.ours, 'createTimeEntries', { input }, selection);
    const codes = results.map(({ code }: { code?: string }) => code);
    const conflict = 'conflicting_state';
    expect(codes).toEqual([
      undefined,
      'name_not_found',
      conflict,
      conflict,
      conflict,
      conflict,
      undefined,
    ]);
    expect(made).toBe(2);
    for (const { code, message } of results) if (code) expect(message).toContain('archived');
  });

  test('is rejected if an entry would move to it, but its own entry can be corrected', async () => {
    const { id } = await created(api.ours, 'timeWorked/create', {
      ...named,
      deliverableName: 'Bygone pages',
    });
    const move = { id, deliverableId: ids.deliverable };
    expect(await mutate(api.ours, 'updateTimeEntry', { input: move })).toMatchObject({
      code: 'conflicting_state',
    });
    const own = { id: ids.time, notes: 'Put right', deliverableId: ids.deliverable };
    const selection = 'notes deliverableId';
    expect(await mutated(api.ours, 'updateTimeEntry', { input: own }, selection)).toEqual({
      notes: 'Put right',
      deliverableId: ids.deliverable,
    });
    const away = { id: ids.time, deliverableId: null };
    expect(await mutated(api.ours, 'updateTimeEntry', { input: away }, selection)).toMatchObject({
      deliverableId: null,
    });
    const back = { id: ids.time, deliverableId: ids.deliverable };
    expect(await mutate(api.ours, 'updateTimeEntry', { input: back })).toMatchObject({
      code: 'conflicting_state',
    });
  });

  test('is accepted again after it is restored', async () => {
    const { id } = await created(api.ours, 'tasks/create', { name: 'Back', projectName });
    const log = () => api.ours.post('timeWorked/create', { ...named, deliverableName: 'Back' });
    await api.ours.patch('tasks/update', { id, archived: true });
    expect((await log()).status).toBe(404);
    await api.ours.patch('tasks/update', { id, archived: false });
    expect((await log()).status).toBe(200);
  });
});

describe('an archived deliverable that moves', () => {
  test('to another status, or with its project to another client, stays archived', async () => {
    await created(api.ours, 'clients/create', { name: 'New owner' });
    const project = await created(api.ours, 'projects/create', { name: 'Moving', clientName });
    const work = { clientName: 'New owner', projectName: 'Moving', deliverableName: 'Box' };
    const { id } = await created(api.ours, 'tasks/create', { name: 'Box', projectName: 'Moving' });
    await api.ours.patch('tasks/update', { id, archived: true });
    const movement = await api.ours.patch('tasks/update', { id, status: 'Complete' });
    expect(movement.body).toMatchObject({ archived: true, status: 'Complete' });
    const [owner] = (await api.ours.get('clients/search', { query: 'New owner' })).body;
    await api.ours.patch('projects/update', { id: project.id, clientId: owner.id });
    const query = { clientId: owner.id };
    expect((await api.ours.get('tasks/list', query)).body).toEqual([]);
    const archived = await api.ours.get('tasks/list', { ...query, archived: 'true' });
    expect(archived.body).toMatchObject([{ id, archived: true, client: { name: 'New owner' } }]);
    expect(error(await api.ours.post('timeWorked/create', { ...hours, ...work }))).toEqual(
      notFound,
    );
    const answer = await api.ours.post('deliverable/approve', { deliverableId: id });
    expect(answer.body).toMatchObject({ archived: true, status: 'Complete' });
  });
});

describe('in GraphQL', () => {
  test('lists leave it out by default, also those of its project, and it can be restored', async () => {
    const { id, projectId } = await created(api.ours, 'tasks/create', { name: 'Put', projectName });
    const archive = (mutation: string) => mutated(api.ours, mutation, { id }, 'archived status');
    const archived = { archived: true, status: 'To do' };
    expect(await archive('archiveDeliverable')).toEqual(archived);
    expect(await archive('archiveDeliverable')).toEqual(archived);
    const list = async (args: string) => {
      const source = `query ($id: ID!) { of: node(id: $id) { ... on Project { deliverables${args} { edges { node { id } } } } }
        all: deliverables${args} { edges { node { id } } } }`;
      const { of, all } = (await api.ours.gql(source, { id: projectId })).body.data;
      const lists: { edges: { node: { id: string } }[] }[] = [of.deliverables, all];
      return lists.map(({ edges }) => edges.some(({ node }) => node.id === id));
    };
    expect(await list('')).toEqual([false, false]);
    expect(await list('(includeArchived: true)')).toEqual([true, true]);
    expect(await list('(where: { archived: { equals: true } })')).toEqual([true, true]);
    expect(await archive('unarchiveDeliverable')).toEqual({ ...archived, archived: false });
    expect(await list('')).toEqual([true, true]);
  });
});
