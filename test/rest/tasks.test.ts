import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();
const world = useArranged(api, 'Own');

const projectName = 'Own Website';
let serial = 0;

const make = (body: Record<string, unknown> = {}) => {
  serial += 1;
  return created(api.ours, 'tasks/create', { name: `Made ${serial}`, projectName, ...body });
};
const attempt = (body: object) => api.ours.post('tasks/create', { name: 'X', ...body });
const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

describe('tasks/create', () => {
  test('creates a deliverable from the fields that integrations send', async () => {
    const body = await make({
      name: 'Homepage',
      clientName: 'Own Analytics',
      status: 'IN PROGRESS',
      description: 'Draw it',
      startDate: '2026-03-01',
      dueDate: '2026-04-01',
      priority: 2,
      tasks: ['Sketch', 'Colours'],
      assignedTo: ['USER@own.example'],
      customValues: { Effort: 3 },
    });
    expect(body).toMatchObject({
      name: 'Homepage',
      status: 'In progress',
      description: 'Draw it',
      startDate: '2026-03-01',
      dueDate: '2026-04-01',
      priority: 2,
      completed: null,
      archived: false,
      parentTaskId: null,
      isSubTask: false,
      client: { id: world.made.createClient.id, name: 'Own Analytics' },
      project: { id: world.made.createProject.id, name: projectName },
      toDos: [
        { item: 'Sketch', complete: false },
        { item: 'Colours', complete: false },
      ],
      tasks: [
        { description: 'Sketch', complete: false },
        { description: 'Colours', complete: false },
      ],
      customValues: [{ fieldName: 'Effort', value: 3 }],
    });
    expect(body.assignedToList).toHaveLength(1);
  });

  test('takes empty lists, an unknown status for the first, and a project without its client', async () => {
    const body = await make({
      status: 'Nowhere',
      tasks: [],
      assignedTo: [],
      customValues: {},
    });
    expect(body).toMatchObject({
      status: 'To do',
      toDos: [],
      assignedToList: [],
      customValues: [],
    });
  });

  test('rejects a task without a project, naming the field', async () => {
    const { status, body } = await attempt({});
    expect([status, body.errors]).toMatchObject([400, [{ path: 'projectName', code: 'required' }]]);
  });

  test('rejects a project that several clients have, naming them', async () => {
    for (const clientName of ['Twin A', 'Twin B']) {
      await created(api.ours, 'clients/create', { name: clientName });
      await created(api.ours, 'projects/create', { name: 'Shared', clientName });
    }
    const { status, body } = await attempt({ projectName: 'Shared' });
    expect([status, body.errors[0].path]).toEqual([400, 'clientName']);
    expect(body.errors[0].message).toContain('"Twin A", "Twin B"');
  });

  test('rejects a name that the project has, and reports if that is archived', async () => {
    const { id, name } = await make();
    const rejected = await attempt({ name, projectName });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'name_taken']);
    await api.ours.patch('tasks/update', { id, archived: true });
    const { body } = await attempt({ name, projectName });
    expect(body.message).toContain('which is archived');
  });

  test('takes no more to-do items and names together than an update takes', async () => {
    const tasks = Array.from({ length: 500 }, (_, index) => `Step ${index}`);
    const body = { projectName, tasks, toDos: [{ item: 'One more' }] };
    const { status, body: rejection } = await attempt(body);
    expect([status, rejection.errors]).toMatchObject([
      400,
      [{ path: 'tasks', code: 'invalid_length' }],
    ]);
    const { toDos, id } = await make({ tasks });
    expect((await api.ours.patch('tasks/update', { id, toDos })).status).toBe(200);
  });

  test('names the field of an unknown user as in REST, and creates nothing', async () => {
    const assignedTo = ['user@own.example', 'no@own.example'];
    const { status, body } = await attempt({ projectName, assignedTo, customValues: { New: 1 } });
    expect([status, body.errors[0].path]).toEqual([404, 'assignedTo.1']);
    const where = { accountId: api.ours.accountId, name: 'New' };
    expect(await api.database.prisma.customField.count({ where })).toBe(0);
  });
});

describe('PATCH tasks/update', () => {
  test('changes the sent fields and keeps the rest; null and empty text clear', async () => {
    const made = await make({
      dueDate: '2026-04-01',
      description: 'D',
      tasks: ['Keep'],
      priority: 4,
    });
    const [userId] = (await make({ assignedTo: ['user@own.example'] })).assignedToList;
    const change = { id: made.id, dueDate: null, description: '', assignedToList: [userId] };
    const { status, body } = await api.ours.patch('tasks/update', change);
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, dueDate: null, description: null, assignedToList: [userId] });
  });

  test('takes custom values as a list and as a map', async () => {
    const { id } = await make({ customValues: { First: 'a' } });
    const list = [{ fieldName: 'Second', value: 'b' }];
    await api.ours.patch('tasks/update', { id, customValues: list });
    const { body } = await api.ours.patch('tasks/update', { id, customValues: { Third: 'c' } });
    const values = body.customValues.map(({ value }: { value: string }) => value);
    expect(values.sort()).toEqual(['a', 'b', 'c']);
    const cleared = await api.ours.patch('tasks/update', { id, customValues: { First: null } });
    expect(cleared.body.customValues).toHaveLength(2);
  });

  test('moves a task to a status, which completes it', async () => {
    const { id } = await make();
    const { body } = await api.ours.patch('tasks/update', { id, status: 'complete' });
    expect(body).toMatchObject({ status: 'Complete', completed: expect.any(String) });
  });
});

describe('tasks/list and tasks/search', () => {
  let displayed: { id: string; projectId: string; statusId: string; clientId: string };
  let hidden: { id: string };
  beforeAll(async () => {
    const clientName = 'Listed';
    await created(api.ours, 'clients/create', { name: clientName });
    await created(api.ours, 'projects/create', { name: 'Garden', clientName });
    displayed = await make({
      name: 'Dig 100% of it',
      projectName: 'Garden',
      description: 'By hand',
    });
    hidden = await make({ name: 'Dig no more', projectName: 'Garden' });
    await api.ours.patch('tasks/update', { id: hidden.id, archived: true });
  });
  const list = async (query: Record<string, string>) =>
    idsOf(await api.ours.get('tasks/list', query));
  const search = async (query: Record<string, string>) =>
    idsOf(await api.ours.get('tasks/search', query));

  test('the list contains the matches, archived ones only on request', async () => {
    const { projectId, clientId, statusId, id } = displayed;
    expect(await list({ projectId })).toEqual([id]);
    expect(await list({ clientId })).toEqual([id]);
    expect(await list({ clientId, statusId })).toEqual([id]);
    expect(await list({ projectId, archived: 'false' })).toEqual([id]);
    expect(await list({ projectId, archived: 'true' })).toEqual([hidden.id]);
    expect(await list({ projectId: 'prj_none' })).toEqual([]);
    const all = await list({});
    expect(all).toContain(id);
    expect(all).not.toContain(hidden.id);
  });

  test('the search finds parts of names and descriptions, ignoring case, and takes % for itself', async () => {
    expect(await search({ query: 'dig' })).toEqual([displayed.id]);
    expect(await search({ query: 'BY HAND' })).toEqual([displayed.id]);
    expect(await search({ query: '0% o' })).toEqual([displayed.id]);
    expect(await search({ query: 'D%g' })).toEqual([]);
  });

  test('an id finds just that task, archived or not, for any query', async () => {
    expect(await search({ query: 'nothing', id: hidden.id })).toEqual([hidden.id]);
    expect(await search({ id: 'dlv_none' })).toEqual([]);
  });
});

describe('statements, the key’s own aside', () => {
  const counted = async (work: () => Promise<Answer>) => {
    const { result, roundTrips, statements } = await recordStatements(work);
    expect(result.status, JSON.stringify(result.body)).toBe(200);
    return { body: result.body, count: statements.length - 1, roundTrips: roundTrips - 1 };
  };
  const full = (count: number) => ({
    projectName,
    clientName: 'Own Analytics',
    status: 'In progress',
    assignedTo: ['user@own.example'],
    tasks: Array.from({ length: count }, (_, index) => `Step ${index}`),
    customValues: { Counted: 1 },
  });
  let id: string;
  beforeAll(async () => {
    ({ id } = await make(full(1)));
  });

  test('a create takes the look-ups of its names and a transaction, as long for one thing to do as for many', async () => {
    const plain = await counted(() => attempt({ name: 'Plain', projectName }));
    const one = await counted(() => attempt({ name: 'With one', ...full(1) }));
    const many = await counted(() => attempt({ name: 'With many', ...full(100) }));
    expect([plain.count, one.count, many.count]).toEqual([1 + 7, 2 + 12, 2 + 12]);
    expect([plain.roundTrips, one.roundTrips, many.roundTrips]).toEqual([4, 9, 9]);
  });

  test('an update takes a transaction of two and its result, with more for logged values, a status, users and custom values', async () => {
    const change = (body: object) => counted(() => api.ours.patch('tasks/update', { id, ...body }));
    const counts = [
      await change({ dueDate: null, archived: false }),
      await change({ dueDate: '2026-05-04' }),
      await change({ status: 'To do' }),
      await change({ assignedToList: [] }),
      await change({ customValues: [{ fieldName: 'Counted', value: '2' }] }),
    ];
    expect(counts.map(({ count }) => count)).toEqual([4, 6, 9, 9, 7]);
    expect(counts.map(({ roundTrips }) => roundTrips)).toEqual([2, 2, 5, 4, 3]);
  });

  test('list and search take one, however many they find', async () => {
    const { clientId, projectId } = await make(full(1));
    await make(full(2));
    const list = await counted(() => api.ours.get('tasks/list', { projectId, clientId }));
    const search = await counted(() => api.ours.get('tasks/search', { query: 'made' }));
    const one = await counted(() => api.ours.get('tasks/search', { id }));
    expect([list.body.length > 2, search.body.length > 2, one.body.length]).toEqual([
      true,
      true,
      1,
    ]);
    expect([list.count, search.count, one.count]).toEqual([1, 1, 1]);
  });
});
