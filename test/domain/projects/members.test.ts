import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { createClient } from '../../../src/domain/contacts/create-client.ts';
import { createProject } from '../../../src/domain/deliverables/create-project.ts';
import { createExpense } from '../../../src/domain/expenses/create.ts';
import { createTimeEntry } from '../../../src/domain/time-entries/create.ts';
import { createUser } from '../../../src/domain/workspaces/users.ts';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { createContext } from '../../../src/write/request-context.ts';
import { write } from '../../../src/write/write.ts';
import type { Answer, TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { personDoors } from '../../support/people.ts';

const api = useTestApi();
const doors = personDoors(api);
const ids = {
  mine: '',
  others: '',
  me: 0,
  other: 0,
  myTime: '',
  theirTime: '',
  myExpense: '',
  theirExpense: '',
  nobodys: '',
};
let member: TestWorkspace;
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

beforeAll(async () => {
  const { context } = api.ours;
  ids.me = (await createUser(context, { email: 'me@ours.example', role: 'MEMBER' })).id;
  ids.other = (await createUser(context, { email: 'other@ours.example', role: 'MEMBER' })).id;
  for (const name of ['Lovelace', 'Babbage']) {
    const contacts =
      name === 'Lovelace'
        ? [{ firstName: 'Ada', email: 'ada@lovelace.example', phone: '555 1234' }]
        : [];
    await createClient(context, { name, phone: `+44 ${name}`, hourlyAmount: 120, contacts });
    const project = await createProject(context, {
      clientName: name,
      name: `${name} Website`,
    });
    ids[name === 'Lovelace' ? 'mine' : 'others'] = project.id;
  }
  const mine = { projectId: ids.mine };
  await api.ours.gql(
    `mutation { setProjectMembers(input: { id: "${ids.mine}", memberIds: [${ids.me}] }) { __typename } }`,
  );
  member = doors({ role: 'MEMBER', userId: ids.me });
  const other = doors({ role: 'MANAGER', userId: ids.other });
  ids.myTime = (await createTimeEntry(member.context, { ...hours, ...mine })).id;
  ids.theirTime = (await createTimeEntry(other.context, { ...hours, ...mine })).id;
  ids.myExpense = (await createExpense(member.context, { amount: 5, vendor: 'Shop', ...mine })).id;
  ids.theirExpense = (await createExpense(other.context, { amount: 7, ...mine })).id;
  ids.nobodys = (await createExpense(context, { amount: 9, ...mine })).id;
});

const data = async (workspace: TestWorkspace, source: string) => {
  const { body } = await workspace.gql(source);
  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined();
  return body.data;
};

test('time and expenses belong to the signed-in person', async () => {
  const { timeEntry, expense } = await data(
    api.ours,
    `{ timeEntry(id: "${ids.myTime}") { userId } expense(id: "${ids.myExpense}") { userId user { email } } }`,
  );
  expect([timeEntry.userId, expense.userId]).toEqual([ids.me, ids.me]);
  expect(expense.user.email).toBe('me@ours.example');
  const nobodys = await data(
    api.ours,
    `{ expense(id: "${ids.nobodys}") { userId user { email } } }`,
  );
  expect(nobodys.expense).toEqual({ userId: null, user: null });
});

test('a replay with an idempotency key contains only the records that the member may see now', async () => {
  const keyed = `mutation { createTimeEntry(input: { timerStart: "${hours.timerStart}", timerEnd: "${hours.timerEnd}",
    projectId: "${ids.mine}", notes: "Replayed" }) @idempotent(key: "replayed") {
    ... on CreateTimeEntrySuccess { timeEntry { id notes project { name } } } } }`;
  const assign = (memberIds: number[]) =>
    data(
      api.ours,
      `mutation { setProjectMembers(input: { id: "${ids.mine}", memberIds: [${memberIds}] }) { __typename } }`,
    );
  const textOf = ({ body }: Answer) => JSON.stringify(body);
  const first = await member.gql(keyed);
  expect(textOf(first)).toContain('Lovelace Website');
  const again = await member.gql(keyed);
  expect([textOf(again), again.headers.get('idempotency-replayed')]).toEqual([
    textOf(first),
    'true',
  ]);
  await assign([]);
  const unassigned = await member.gql(keyed);
  expect(unassigned.headers.get('idempotency-replayed')).toBe('true');
  expect(textOf(unassigned)).not.toContain('Lovelace Website');
  await assign([ids.me]);
  expect(textOf(await member.gql(keyed))).toBe(textOf(first));
  const where = { accountId: api.ours.accountId, notes: 'Replayed' };
  expect(await api.database.prisma.timeEntry.count({ where })).toBe(1);
  await api.database.prisma.timeEntry.deleteMany({ where });
});

describe('a member writes its own time and expenses, on the projects it is assigned to', () => {
  const entry = (fields: object) => member.post('timeWorked/create', { ...hours, ...fields });

  test('for itself: another user is not found', async () => {
    for (const userEmail of ['other@ours.example', 'owner@ours.example', 'nobody@ours.example']) {
      const { status, body } = await entry({ userEmail });
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 404,
        code: 'name_not_found',
        message: `There is no user named "${userEmail}".`,
      });
    }
    const own = await entry({ userEmail: 'me@ours.example' });
    expect(own).toMatchObject({ status: 200, body: { userId: ids.me } });
  });

  test('on its projects: those of others are missing, by name or id, alone or with a client', async () => {
    for (const fields of [
      { projectId: ids.others },
      { projectName: 'Babbage Website' },
      { clientName: 'Babbage', projectName: 'Babbage Website' },
      { clientName: 'Babbage' },
    ]) {
      const { status, body } = await entry(fields);
      expect(status, JSON.stringify(body)).toBe(404);
      expect(JSON.stringify(body)).not.toMatch(/Did you mean .*Babbage/);
      const expense = await member.post('expenses/create', { amount: 1, clientName: 'Babbage' });
      expect(expense.status).toBe(404);
    }
    expect((await entry({ clientName: 'Lovelace', projectName: 'Lovelace Website' })).status).toBe(
      200,
    );
    expect((await entry({ projectName: 'Lovelace Website' })).status).toBe(200);
    expect((await entry({})).body).toMatchObject({ userId: ids.me, projectId: null });
  });

  test('a bulk with one entry on another project makes none', async () => {
    const items = [
      { ...hours, projectId: ids.mine },
      { ...hours, projectId: ids.others },
    ];
    const source = `mutation ($input: CreateTimeEntriesInput!) { createTimeEntries(input: $input) { __typename } }`;
    const before = await data(member, '{ timeEntries { totalCount } }');
    const { body } = await member.gql(source, { input: { items } });
    expect(body.data.createTimeEntries.__typename).not.toMatch(/Success$/);
    expect(await data(member, '{ timeEntries { totalCount } }')).toEqual(before);
  });

  test('flags create nothing for it, and it can write nothing else', async () => {
    for (const flag of ['createClient', 'createProject', 'createDeliverable']) {
      const names = { clientName: 'New', projectName: 'New', deliverableName: 'New' };
      const { status, body } = await entry({ ...names, [flag]: true });
      expect([status, body.code]).toEqual([403, 'missing_scope']);
    }
    const vendor = await member.gql(
      `mutation { createVendor(input: { name: "Own" }) { __typename } }`,
    );
    expect(vendor.body.errors[0].extensions.code).toBe('not_for_role');
    const [shop] = (await data(member, '{ vendors { nodes { id name } } }')).vendors.nodes;
    expect(shop.name).toBe('Shop');
    for (const source of [
      `mutation { updateVendor(input: { id: "${shop.id}", name: "Mine" }) { __typename } }`,
      `mutation { deleteVendor(input: { id: "${shop.id}" }) { __typename } }`,
    ]) {
      expect((await member.gql(source)).body.errors[0].extensions.code).toBe('not_for_role');
    }
    const members = await member.gql(
      `mutation { setProjectMembers(input: { id: "${ids.others}", memberIds: [${ids.me}] }) { __typename } }`,
    );
    expect(members.body.errors[0].extensions.code).toBe('missing_scope');
  });

  test.each([
    'updateTimeEntry',
    'replaceTimeEntry',
    'deleteTimeEntry',
    'updateExpense',
    'replaceExpense',
    'deleteExpense',
  ])('%s of another’s record returns the same as for a missing one', async (mutation) => {
    const isTime = mutation.endsWith('TimeEntry');
    const fields = mutation === 'replaceExpense' ? ', amount: 1' : '';
    const answerTo = async (id: string) => {
      const source = `mutation { done: ${mutation}(input: { id: "${id}"${fields} }) { __typename ... on NotFoundError { message } } }`;
      const { body } = await member.gql(source);
      return JSON.stringify(body).replaceAll(id, 'ID');
    };
    const own = isTime ? [ids.theirTime] : [ids.theirExpense, ids.nobodys];
    for (const id of own) {
      const none = await answerTo(id.replace(/.{4}$/, 'ffff'));
      expect(none).toContain('NotFoundError');
      expect(await answerTo(id)).toBe(none);
    }
  });

  test.each(['updateTimeEntry', 'replaceTimeEntry'])(
    '%s with the null that it sees instead of its hourly rate keeps the rate',
    async (mutation) => {
      const { id } = await createTimeEntry(member.context, { ...hours, projectId: ids.mine });
      await data(
        api.ours,
        `mutation { updateTimeEntry(input: { id: "${id}", hourlyAmount: 90 }) { __typename } }`,
      );
      const { done } = await data(
        member,
        `mutation { done: ${mutation}(input: { id: "${id}", hourlyAmount: null, projectId: "${ids.mine}" }) { __typename } }`,
      );
      expect(done.__typename).toMatch(/Success$/);
      const { timeEntry } = await data(
        api.ours,
        `{ timeEntry(id: "${id}") { hourlyAmount version } }`,
      );
      expect(timeEntry).toEqual({ hourlyAmount: '90', version: 2 });
      await api.database.prisma.timeEntry.deleteMany({ where: { id } });
    },
  );

  test('its own record cannot be assigned to another user, nor moved to another’s project', async () => {
    const change = (fields: string) =>
      member.gql(
        `mutation { done: updateTimeEntry(input: { id: "${ids.myTime}", ${fields} }) { __typename } }`,
      );
    for (const fields of [
      `userId: ${ids.other}`,
      'userEmail: "other@ours.example"',
      `projectId: "${ids.others}"`,
    ]) {
      expect((await change(fields)).body.data.done.__typename, fields).toBe('NotFoundError');
    }
    expect((await change('notes: "Mine"')).body.data.done.__typename).toBe(
      'UpdateTimeEntrySuccess',
    );
    const { timeEntry } = await data(
      api.ours,
      `{ timeEntry(id: "${ids.myTime}") { userId notes projectId } }`,
    );
    expect(timeEntry).toEqual({ userId: ids.me, notes: 'Mine', projectId: ids.mine });
  });
});

describe('the locks of a member', () => {
  test('take the rows that it sees, and no others', async () => {
    const all = Prisma.sql`id = ANY (${[ids.myExpense, ids.theirExpense, ids.nobodys]}::text[])`;
    const context = createContext({ ...member.context, root: api.database.prisma });
    await write(context, async (tx) => {
      const observed = await tx.lockAll('Expense', all);
      expect(observed.map(({ id }) => id)).toEqual([ids.myExpense]);
      await expect(tx.lock('Expense', ids.theirExpense)).rejects.toMatchObject({
        code: 'record_not_found',
      });
      const skipped = await api.database.pool.query(
        'SELECT id FROM "Expense" WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED',
        [[ids.myExpense, ids.theirExpense, ids.nobodys]],
      );
      expect(skipped.rows.map(({ id }) => id).sort()).toEqual(
        [ids.theirExpense, ids.nobodys].sort(),
      );
    });
  });

  test('are one statement: an update is two round trips', async () => {
    const { result, roundTrips } = await recordStatements(() =>
      member.patch('expenses/update', { id: ids.myExpense, category: 'Travel' }),
    );
    expect(result.status).toBe(200);
    expect(roundTrips).toBe(2);
  });
});

describe('a member finds nothing by invisible fields', () => {
  test.each([
    ['clients(where: { phone: { startsWith: "+44" } }) { totalCount }', 'clients'],
    ['clients(orderBy: [{ city: ASC }]) { nodes { id } }', 'clients'],
    ['projects(where: { client: { currency: { equals: "EUR" } } }) { totalCount }', 'projects'],
    ['vendors(where: { email: { contains: "a" } }) { totalCount }', 'vendors'],
    [
      'timeEntries(where: { NOT: { client: { OR: [{ city: { equals: "x" } }] } } }) { totalCount }',
      'timeEntries',
    ],
  ])('%s', async (field, name) => {
    const { body } = await member.gql(`{ ${field} }`);
    expect(body.data).toEqual({ [name]: null });
    expect(body.errors[0]).toMatchObject({ path: [name], extensions: { code: 'not_for_role' } });
  });

  test('conditions over relations see only visible records', async () => {
    const { projects, clients } = await data(
      member,
      `{ projects(where: { timeEntries: { some: { userId: { equals: ${ids.other} } } } }) { totalCount }
         clients(where: { projects: { some: { name: { startsWith: "Babbage" } } } }) { totalCount } }`,
    );
    expect([projects.totalCount, clients.totalCount]).toEqual([0, 0]);
    const every = await data(
      member,
      `{ projects(where: { expenses: { every: { amount: { equals: 5 } } } }) { totalCount } }`,
    );
    expect(every.projects.totalCount).toBe(1);
  });

  test('no search finds a client by invisible fields', async () => {
    for (const query of ['Ada', 'ada@lovelace', '+44 Love', '555 12']) {
      const { searchClients } = await data(member, `{ searchClients(query: "${query}") { name } }`);
      const { body } = await member.get('clients/search', { query });
      const { searchClients: all } = await data(
        api.ours,
        `{ searchClients(query: "${query}") { name } }`,
      );
      expect([query, searchClients, body]).toEqual([query, [], []]);
      expect(all).toEqual([{ name: 'Lovelace' }]);
    }
    const { body } = await member.get('clients/search', { query: 'love' });
    expect(body).toMatchObject([{ name: 'Lovelace' }]);
  });

  test('reports and searches count only visible records', async () => {
    const metric = (name: string, displayed: string) =>
      `${name}(from: "2026-03-01", to: "2026-03-31") { minutes ${displayed} }`;
    const requested = `{ figures { ${metric('trackedTimeByProject', 'project { id }')} ${metric('trackedTimeByPerson', 'entries')} }
         searchClients(query: "") { name } projects { nodes { trackedMinutes } } timeEntries { nodes { minutes projectId } } }`;
    const { figures, searchClients, projects, timeEntries } = await data(member, requested);
    expect(searchClients).toEqual([{ name: 'Lovelace' }]);
    const sum = (entries: { minutes: number }[]) =>
      entries.reduce((all, { minutes }) => all + minutes, 0);
    const onProject = sum(timeEntries.nodes.filter((one: { projectId: unknown }) => one.projectId));
    expect(projects.nodes).toEqual([{ trackedMinutes: onProject }]);
    expect(figures.trackedTimeByPerson).toEqual([
      { minutes: sum(timeEntries.nodes), entries: timeEntries.nodes.length },
    ]);
    const ofProject = { minutes: onProject, project: { id: ids.mine } };
    expect(figures.trackedTimeByProject).toContainEqual(ofProject);
    const whole = await data(
      api.ours,
      '{ projects(orderBy: [{ name: DESC }]) { nodes { trackedMinutes } } }',
    );
    expect(whole.projects.nodes[0].trackedMinutes).toBe(onProject + 60);
  });

  test('an amount is an error at its path, and the rest is returned', async () => {
    const { body } = await member.gql(
      '{ projects { nodes { name feeSchedule { amount } client { name hourlyAmount phone } } } }',
    );
    expect(body.data.projects.nodes).toEqual([
      {
        name: 'Lovelace Website',
        feeSchedule: null,
        client: { name: 'Lovelace', hourlyAmount: null, phone: null },
      },
    ]);
    const reported = body.errors.map(
      ({ path, extensions }: { path: unknown[]; extensions: { code: string } }) => [
        path.at(-1),
        extensions.code,
      ],
    );
    expect(reported).toEqual([
      ['feeSchedule', 'not_for_role'],
      ['hourlyAmount', 'not_for_role'],
      ['phone', 'not_for_role'],
    ]);
  });

  test('a cursor of another user leads to nothing else', async () => {
    const all = await data(api.ours, '{ timeEntries(first: 1) { pageInfo { endCursor } } }');
    const after = all.timeEntries.pageInfo.endCursor;
    const { timeEntries } = await data(
      member,
      `{ timeEntries(first: 50, after: "${after}") { nodes { userId } pageInfo { hasPreviousPage } } }`,
    );
    for (const { userId } of timeEntries.nodes) expect(userId).toBe(ids.me);
  });
});

test('a project that is assigned by a deliverable is seen as long as it is, and none afterwards', async () => {
  const source = '{ projects { nodes { name } } }';
  const make = `mutation { createDeliverable(input: { projectId: "${ids.others}", name: "Draft", assigneeIds: [${ids.me}] }) { ... on CreateDeliverableSuccess { deliverable { id } } } }`;
  const { createDeliverable } = await data(api.ours, make);
  expect((await data(member, source)).projects.nodes).toHaveLength(2);
  await data(
    api.ours,
    `mutation { updateDeliverable(input: { id: "${createDeliverable.deliverable.id}", assigneeIds: [] }) { __typename } }`,
  );
  expect((await data(member, source)).projects.nodes).toHaveLength(1);
});

test('a caller without a row filter sends the statements of a key', async () => {
  const source =
    '{ projects { totalCount nodes { name client { name } timeEntries { nodes { notes } } } } }';
  const sent = async (workspace: TestWorkspace) =>
    (await recordStatements(() => workspace.gql(source))).statements.filter((text) =>
      text.includes('"Project"'),
    );
  const manager = await sent(doors({ role: 'MANAGER', userId: ids.other }));
  expect(manager.length).toBeGreaterThan(0);
  expect(manager).toEqual(await sent(api.ours));
  const asMember = await sent(member);
  expect(asMember.length).toBe(manager.length);
  for (const text of asMember) expect(text).toContain('"#assigned"');
});
