import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { createUser, deactivateUser } from '../../src/domain/workspaces/users.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

async function keyWith(...scopes: Scope[]): Promise<string> {
  return (await createApiKey(api.ours.context, { name: 'Key', scopes })).key;
}

const gql = (key: string, query: string): Promise<Answer> =>
  api.request('/graphql', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

const missing = (...scopes: Scope[]) => ({ code: 'missing_scope', missingScopes: scopes });

beforeAll(async () => {
  const { ours } = api;
  await ours.post('clients/create', { name: 'Lovelace', notes: 'secret notes' });
  await ours.post('projects/create', { name: 'Website', clientName: 'Lovelace' });
  const time = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  for (const notes of ['First', 'Second']) {
    const named = { clientName: 'Lovelace', projectName: 'Website' };
    expect((await ours.post('timeWorked/create', { ...time, ...named, notes })).status).toBe(200);
  }
});

describe('a field without permission', () => {
  test('is null at its path in every record, with an error, and its siblings are returned', async () => {
    const key = await keyWith('time:read');
    const { body } = await gql(
      key,
      '{ timeEntries { totalCount nodes { notes mine: client { name } } edges { node { user { email } } } } clients { totalCount } limits { depth } }',
    );
    expect(body.data).toMatchObject({
      timeEntries: {
        totalCount: 2,
        nodes: [{ notes: expect.any(String), mine: null }, { mine: null }],
        edges: [{ node: { user: null } }, { node: { user: null } }],
      },
      clients: null,
      limits: { depth: expect.any(Number) },
    });
    const reported = body.errors.map(({ path, extensions }: Answer['body']) => [
      path.join('.'),
      extensions.missingScopes,
    ]);
    expect(reported.sort()).toEqual([
      ['clients', ['clients:read']],
      ['timeEntries.edges.0.node.user', ['people:read']],
      ['timeEntries.edges.1.node.user', ['people:read']],
      ['timeEntries.nodes.0.mine', ['clients:read']],
      ['timeEntries.nodes.1.mine', ['clients:read']],
    ]);
  });

  test('is not planned for one key because another may see it: the same operation, in either order of callers', async () => {
    const whole = await keyWith('read');
    const part = await keyWith('time:read');
    const source = '{ timeEntries { nodes { id client { notes } } } }';
    for (const key of [whole, part, whole, part]) {
      const { body } = await gql(key, source);
      const [entry] = body.data.timeEntries.nodes;
      expect(entry.client).toEqual(key === whole ? { notes: 'secret notes' } : null);
      expect(body.errors?.length).toBe(key === whole ? undefined : 2);
    }
  });

  test('of reports is null separately', async () => {
    const key = await keyWith('time:read', 'clients:read');
    const { body } = await gql(
      key,
      '{ figures { unbilledTimeByClient { minutes client { name } } receivablesByAge { total } } clients { nodes { unbilledMinutes outstanding { amount } } } }',
    );
    expect(body.data).toEqual({
      figures: {
        unbilledTimeByClient: [{ minutes: 120, client: { name: 'Lovelace' } }],
        receivablesByAge: null,
      },
      clients: { nodes: [{ unbilledMinutes: 120, outstanding: null }] },
    });
    expect(body.errors).toHaveLength(2);
    for (const error of body.errors)
      expect(error.extensions).toMatchObject(missing('invoices:read'));
  });

  test('filters no list: neither at the root, nor below a record, nor through others', async () => {
    const key = await keyWith('time:read', 'projects:read');
    for (const source of [
      '{ timeEntries(where: { client: { name: { startsWith: "L" } } }) { totalCount } }',
      '{ timeEntries(where: { project: { client: { name: { startsWith: "L" } } } }) { totalCount } }',
      '{ timeEntries(where: { NOT: { OR: [{ client: { name: { equals: "x" } } }] } }) { totalCount } }',
      '{ projects { nodes { timeEntries(where: { client: { name: { contains: "s" } } }) { totalCount } } } }',
      '{ projects(where: { timeEntries: { some: { client: { name: { equals: "x" } } } } }) { totalCount } }',
    ]) {
      const { body } = await gql(key, source);
      expect(Object.values(body.data), source).toEqual([null]);
      expect(body.errors[0].extensions).toMatchObject(missing('clients:read'));
    }
    const found =
      '{ projects(where: { timeEntries: { some: { billable: { equals: true } } } }) { totalCount } }';
    expect((await gql(key, found)).body.data).toEqual({ projects: { totalCount: 1 } });
  });

  test('of a computed invoice: the rule of a name', async () => {
    await gql(
      api.ours.key,
      'mutation { createTaxRule(input: { name: "Secret rate", components: [{ name: "T", rate: 17, order: 1 }] }) { __typename } }',
    );
    const ask =
      '{ explainTotals(input: { taxRuleName: "Secret rate", lineItems: [{ description: "W", quantity: 1, unitPrice: 100 }] }) { tax } }';
    const key = await keyWith('invoices:read');
    const { body } = await gql(key, ask);
    expect(body.data).toEqual({ explainTotals: null });
    expect(body.errors[0].extensions).toMatchObject(missing('settings:read'));
    expect((await gql(await keyWith('read'), ask)).body.data.explainTotals.tax).toBe('17');
  });
});

describe('a mutation', () => {
  const create = (more: string) =>
    `mutation { createTimeEntry(input: { timerStart: "2026-04-01T09:00:00Z", timerEnd: "2026-04-01T10:00:00Z", clientName: "Lovelace" }) { ... on CreateTimeEntrySuccess { timeEntry ${more} } ... on ExpectedError { code message } } }`;
  const entries = async () =>
    (await gql(api.ours.key, '{ timeEntries { totalCount } }')).body.data.timeEntries.totalCount;

  test('accepts names of records without read permission, and returns the id of the created record', async () => {
    const { body } = await gql(await keyWith('time:write'), create('{ __typename id }'));
    expect(body.errors).toBeUndefined();
    const { timeEntry } = body.data.createTimeEntry;
    expect(timeEntry).toEqual({ __typename: 'TimeEntry', id: expect.stringMatching(/^tim_/) });
  });

  test.each([
    ['what it made', ['time:write'], '{ id notes }', 'time:read'],
    ['what stands below', ['time:write', 'time:read'], '{ notes client { name } }', 'clients:read'],
    ['a name of another area', ['time:write', 'time:read'], '{ deliverableName }', 'projects:read'],
  ] as const)(
    'is not executed if its result may not be shown: %s',
    async (_, scopes, more, lacking) => {
      const before = await entries();
      const { body } = await gql(await keyWith(...scopes), create(more));
      expect(body.data).toEqual({ createTimeEntry: null });
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0].extensions).toMatchObject(missing(lacking));
      expect(body.errors[0].path.slice(0, 2)).toEqual(['createTimeEntry', 'timeEntry']);
      expect(await entries()).toBe(before);
    },
  );

  test('that is rejected does not prevent its siblings', async () => {
    const before = await entries();
    const one = create('{ id }').slice('mutation {'.length, -1);
    const { body } = await gql(
      await keyWith('time:write'),
      `mutation { ${one} createClient(input: { name: "Not made" }) { __typename } }`,
    );
    expect(body.data).toMatchObject({ createTimeEntry: { timeEntry: {} }, createClient: null });
    expect(body.errors).toHaveLength(1);
    expect(await entries()).toBe(before + 1);
  });

  test.each([
    ['createClient', '', 'clients:write'],
    ['createProject', 'projectName: "Website"', 'projects:write'],
    ['createDeliverable', 'projectName: "Website", deliverableName: "D"', 'projects:write'],
  ] as const)(
    'creates nothing of another area by a flag, existing or not: %s',
    async (flag, more, lacking) => {
      const key = await keyWith('time:write');
      const rejection = [];
      for (const clientName of ['Lovelace', 'Nobody']) {
        const entry = `{ timerStart: "2026-04-01T09:00:00Z", timerEnd: "2026-04-01T10:00:00Z", clientName: "${clientName}", ${flag}: true, ${more} }`;
        rejection.push(
          await gql(key, `mutation { createTimeEntry(input: ${entry}) { __typename } }`),
          await gql(
            key,
            `mutation { createTimeEntries(input: { items: [${entry}], partial: true }) { __typename } }`,
          ),
        );
      }
      for (const { body } of rejection) {
        expect(Object.values(body.data)).toEqual([null]);
        expect(body.errors[0].extensions).toMatchObject(missing(lacking));
      }
    },
  );

  test('reports to a caller without read permission only that a write was rejected, not that a name is taken', async () => {
    const again =
      'mutation { createClient(input: { name: "Lovelace" }) { __typename ... on ExpectedError { code message errors { code } } } }';
    const { body } = await gql(await keyWith('clients:write'), again);
    expect(body.data.createClient).toMatchObject({
      __typename: 'ConflictError',
      code: 'conflicting_state',
      errors: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/Lovelace|name_taken/);
    const both = await keyWith('clients:write', 'clients:read');
    expect((await gql(both, again)).body.data.createClient.code).toBe('name_taken');
  });

  test('offers no near matches of an area without read permission', async () => {
    const nearby = create('{ id }').replace('Lovelace', 'Lovelac');
    const received = await gql(await keyWith('time:write', 'clients:read'), nearby);
    expect(received.body.data.createTimeEntry.message).toContain('"Lovelace"?');
    const untold = await gql(await keyWith('time:write', 'time:read'), nearby);
    expect(untold.body.data.createTimeEntry.code).toBe('name_not_found');
    expect(untold.body.data.createTimeEntry.message).not.toContain('"Lovelace"');
  });

  test('does not reveal archived records to a caller without read permission', async () => {
    const { body: made } = await api.ours.post('clients/create', { name: 'Archived' });
    await gql(
      api.ours.key,
      `mutation { archiveClient(input: { id: "${made.id}" }) { __typename } }`,
    );
    const missed = create('{ id }').replace('Lovelace', 'Archived');
    const published = await gql(await keyWith('write', 'clients:read'), missed);
    expect(published.body.data.createTimeEntry.message).toContain('is archived');
    const untold = await gql(await keyWith('time:write'), missed);
    expect(untold.body.data.createTimeEntry.message).toBe('There is no client named "Archived".');
    const byFlag = missed.replace('}) {', ', createClient: true }) {');
    const denied = await gql(await keyWith('time:write', 'clients:write'), byFlag);
    expect(JSON.stringify(denied.body)).not.toMatch(/archive/);
    const byId = missed.replace('clientName: "Archived"', `clientId: "${made.id}"`);
    const late = await gql(await keyWith('time:write'), byId);
    expect(late.body.data.createTimeEntry.code).toBe('conflicting_state');
    expect(JSON.stringify(late.body)).not.toMatch(/archive/);
  });

  test('names no users, no clients of a project and no references to a caller without read permission for them', async () => {
    const user = await createUser(api.ours.context, { email: 'gone@ours.example' });
    await deactivateUser(api.ours.context, { id: user.id });
    const late = create('{ id }').replace(
      'clientName',
      'userEmail: "gone@ours.example", clientName',
    );
    const { body } = await gql(await keyWith('time:write', 'time:read'), late);
    expect(body.data.createTimeEntry.message).toBe(
      'The user is inactive and cannot get time entries.',
    );

    await api.ours.post('clients/create', { name: 'Babbage' });
    await api.ours.post('projects/create', { name: 'Website', clientName: 'Babbage' });
    const alone = create('{ id }').replace('clientName: "Lovelace"', 'projectName: "Website"');
    const several = await gql(await keyWith('time:write', 'projects:read'), alone);
    expect(several.body.data.createTimeEntry.message).toContain('several clients have a project');
    expect(JSON.stringify(several.body)).not.toMatch(/Babbage|Lovelace/);

    await api.ours.post('expenses/create', { amount: 1, vendor: 'Hetzner' });
    const stage = await gql(api.ours.key, '{ pipelineStages { nodes { id } } }');
    const { id } = stage.body.data.pipelineStages.nodes[0];
    await api.ours.post('opportunities/create', { name: 'Deal', clientName: 'Lovelace' });
    const remove = `mutation { deletePipelineStage(input: { id: "${id}" }) { __typename ... on ExpectedError { message } } }`;
    const stored = await gql(await keyWith('settings:write'), remove);
    expect(stored.body.data.deletePipelineStage.message).toContain('other records refer to it');
    const got = await gql(await keyWith('settings:write', 'sales:read'), remove);
    expect(got.body.data.deletePipelineStage.message).toContain('opportunities refer to it');
  });
});
