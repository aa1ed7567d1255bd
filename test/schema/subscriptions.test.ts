import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi } from '../support/api.ts';
import { insertOneOfEach } from '../support/one-of-each.ts';
import { useDataFolder } from '../support/service.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess, useStreams } from '../support/streams.ts';

const api = useTestApi();
const folder = useDataFolder();
const subscribe = useStreams();
let first: TestProcess;
let second: TestProcess;

beforeAll(async () => {
  [first, second] = await Promise.all([startProcess(api), startProcess(api)]);
  // What is promised is promised of a process that has answered something before.
  const fields = 'id name contacts(first: 1) { totalCount edges { node { email } } }';
  const query = `{ clients(first: 1) { edges { node { ${fields} } } } }`;
  await Promise.all([first, second].map((process) => graphql(process, api.ours.key, query)));
});
afterAll(() => Promise.all([first?.close(), second?.close()]));

/** What is promised from one process to another. */
const promisedMillis = 1_000;

const changes = `subscription ($types: [RecordType!], $ids: [ID!]) {
  recordChanged(types: $types, ids: $ids) { type id kind }
}`;

const changesWithNodes = `subscription ($types: [RecordType!]) {
  recordChanged(types: $types) {
    type id kind
    node { __typename id ... on Client { name contacts(first: 1) { totalCount edges { node { email } } } } }
  }
}`;

const sql = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);

async function graphql({ url }: { url: string }, key: string, query: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { data: object; errors?: object[] };
}

let names = 0;
const createClient = async (workspace = api.ours) =>
  (await workspace.post('clients/create', { name: `Client ${++names}` })).body.id as string;

test('two processes both tell what came by REST to a third and by GraphQL to one of them', async () => {
  const streams = [
    await subscribe(first, api.ours, changesWithNodes),
    await subscribe(second, api.ours, changesWithNodes),
  ];
  const created = await api.ours.post('clients/create', { name: 'Lovelace Analytics' });
  const { id } = created.body;
  for (const stream of streams) {
    expect(await stream.nextChange(promisedMillis)).toEqual({
      type: 'CLIENT',
      id,
      kind: 'CREATED',
      node: {
        __typename: 'Client',
        id,
        name: 'Lovelace Analytics',
        contacts: { totalCount: 0, edges: [] },
      },
    });
  }
  const update = `mutation { updateClient(input: { id: "${id}", name: "Lovelace" }) { __typename } }`;
  expect(await graphql(second, api.ours.key, update)).not.toHaveProperty('errors');
  for (const stream of streams) {
    expect(await stream.nextChange(promisedMillis)).toMatchObject({
      id,
      kind: 'UPDATED',
      node: { name: 'Lovelace' },
    });
  }
});

test('a process of its own tells the changes of this one, and this one its', async () => {
  const service = await folder.serve({ DATABASE_URL: api.databaseUrl });
  const here = await subscribe(first, api.ours, changes);
  const there = await subscribe(service, api.ours, changes);
  const ids = [await createClient()];
  for (const stream of [here, there]) {
    expect(await stream.nextChange(promisedMillis)).toMatchObject({ id: ids[0], kind: 'CREATED' });
  }
  const { body } = await service.call(api.ours.key, 'clients/create', { name: 'From there' });
  for (const stream of [here, there]) {
    expect(await stream.nextChange(promisedMillis)).toMatchObject({
      id: (body as { id: string }).id,
    });
  }
  const broken = there.rest();
  broken.catch(() => undefined);
  const { code, stderr } = await service.end('SIGTERM');
  expect(code).toBe(0);
  expect(stderr).not.toContain('requests were cut');
  await expect(broken, 'without a last word, so that clients try elsewhere').rejects.toThrow();
});

test('nothing of another workspace is told, not even by its id', async () => {
  const theirs = await createClient(api.theirs);
  const stream = await subscribe(first, api.ours, changes);
  const byId = await subscribe(first, api.ours, changes, { ids: [theirs] });
  await api.theirs.patch('clients/update', { id: theirs, city: 'London' });
  await createClient(api.theirs);
  const own = await createClient();
  expect(await stream.nextChange()).toMatchObject({ id: own });
  await expect(byId.next(200)).rejects.toThrow('Nothing came');
});

test('only what was asked for is told', async () => {
  const [one, other] = [await createClient(), await createClient()];
  const contacts = await subscribe(first, api.ours, changes, { types: ['CONTACT', 'PROJECT'] });
  const ids = await subscribe(first, api.ours, changes, { ids: [other] });
  const both = await subscribe(first, api.ours, changes, { types: ['CONTACT'], ids: [other] });
  const none = await subscribe(first, api.ours, changes, { types: [] });
  await api.ours.patch('clients/update', { id: one, city: 'London' });
  await api.ours.patch('clients/update', { id: other, city: 'London' });
  const contact = await api.ours.post('contacts/create', { firstName: 'Ada' });
  expect(await contacts.nextChange()).toMatchObject({ type: 'CONTACT', id: contact.body.id });
  expect(await ids.nextChange()).toMatchObject({ id: other });
  await expect(both.next(200)).rejects.toThrow('Nothing came');
  await expect(none.next(200)).rejects.toThrow('Nothing came');
});

test('SQL by hand is told when it is committed, and not at all when it is rolled back', async () => {
  const id = await createClient();
  const stream = await subscribe(first, api.ours, changesWithNodes, { types: ['CLIENT'] });
  const person = await api.database.pool.connect();
  const update = (name: string) =>
    person.query(`UPDATE "Client" SET name = $2 WHERE id = $1`, [id, name]);
  await person.query('BEGIN');
  await update('Never');
  await person.query('ROLLBACK');
  await person.query('BEGIN');
  await update('Once');
  await expect(stream.next(200)).rejects.toThrow('Nothing came');
  await update('Twice');
  await person.query('COMMIT');
  person.release();
  expect(await stream.nextChange()).toMatchObject({ kind: 'UPDATED', node: { name: 'Twice' } });
  await sql(`DELETE FROM "Client" WHERE id = $1`, [id]);
  expect(await stream.nextChange()).toEqual({ type: 'CLIENT', id, kind: 'DELETED', node: null });
});

describe('every type of record', () => {
  /** Tables whose rows are told as changes of something else, or not at all. */
  const otherwise = ['DeliverableAssignee', 'InvoiceSequence', 'ChangeListener', 'WorkspaceLogo'];

  test('is told, with the record', async () => {
    const accountId = await insertOneOfEach(api.database.pool);
    const { key } = await keyFor(accountId);
    await sql(`DELETE FROM "ApiKey" WHERE id = 'key_1'`);
    const stream = await subscribe(first, { key }, changesWithNodes);
    const { rows } = await sql(
      `SELECT relname::text AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'`,
    );
    const tables = rows.map(({ name }) => name).filter((name) => !otherwise.includes(name));
    for (const table of tables) {
      await sql(`UPDATE "${table}" SET version = 1 WHERE "accountId" = $1`, [accountId]);
      const { type, id, kind, node } = await stream.nextChange();
      expect(type.replaceAll('_', ''), table).toBe(table.toUpperCase());
      expect(kind, table).toBe('UPDATED');
      expect(node, table).toEqual(expect.objectContaining({ __typename: table, id }));
    }
    await sql(`DELETE FROM "DeliverableAssignee" WHERE "accountId" = $1`, [accountId]);
    expect(await stream.nextChange()).toMatchObject({ type: 'DELIVERABLE', kind: 'UPDATED' });
    for (const write of ['UPDATE "WorkspaceLogo" SET width = 2', 'DELETE FROM "WorkspaceLogo"']) {
      await sql(`${write} WHERE "accountId" = $1`, [accountId]);
      const change = { type: 'WORKSPACE', id: `wsp_${accountId}`, kind: 'UPDATED' };
      expect(await stream.nextChange()).toMatchObject(change);
    }
  });
});

test('that a key is used is no change of it', async () => {
  const stream = await subscribe(first, api.ours, changes, { types: ['API_KEY'] });
  await sql(`UPDATE "ApiKey" SET "lastUsedAt" = now()`);
  const { record } = await createApiKey({ ...api.ours.context, now: new Date() }, { name: 'New' });
  expect(await stream.nextChange()).toMatchObject({ id: record.id, kind: 'CREATED' });
});

test('a bulk of 500 is told in full, and read in five statements', async () => {
  const stream = await subscribe(second, api.ours, changesWithNodes, { types: ['CLIENT'] });
  const asked = vi.spyOn(second.database.pool, 'query');
  await sql(
    `INSERT INTO "Client" ("accountId", id, name)
     SELECT $1, 'cli_bulk' || n, 'Bulk ' || n FROM generate_series(1, 500) n`,
    [api.ours.accountId],
  );
  const told = new Map<string, string>();
  while (told.size < 500) {
    const { id, node } = await stream.nextChange();
    told.set(id, node.name);
  }
  const reads = asked.mock.calls.filter(([query]) =>
    (query as unknown as { text: string }).text.includes('"Client"'),
  );
  asked.mockRestore();
  expect([...told].every(([id, name]) => id.slice(8) === name.slice(5))).toBe(true);
  expect(reads).toHaveLength(5);
});

test('a process whose connection was lost says that changes were missed, and goes on', async () => {
  const streams = [
    await subscribe(first, api.ours, changes),
    await subscribe(second, api.ours, changes),
  ];
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'actiongraph changes' AND datname = current_database()`,
  );
  for (const stream of streams) {
    const { errors, data } = await stream.next();
    expect(data).toBeNull();
    expect(errors?.[0]).toMatchObject({
      path: ['recordChanged'],
      extensions: { code: 'changes_missed', requestId: expect.any(String) },
    });
  }
  const id = await createClient();
  for (const stream of streams) expect(await stream.nextChange()).toMatchObject({ id });
});

test('a key that is revoked ends its streams, and only its', async () => {
  const context = { ...api.ours.context, now: new Date() };
  const { key, record } = await createApiKey(context, { name: 'Soon gone' });
  const ended = await subscribe(first, { key }, changes);
  const other = await subscribe(first, api.ours, changes, { types: ['CLIENT'] });
  await revokeApiKey(context, record.id);
  const told = await ended.rest();
  expect(told.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'invalid_api_key' } }] });
  const id = await createClient();
  expect(await other.nextChange()).toMatchObject({ id });
});

test('a write that began before the subscription can be read when the stream is open', async () => {
  const person = await api.database.pool.connect();
  const workspace = await api.addWorkspace();
  await person.query('BEGIN');
  await person.query(`UPDATE "Workspace" SET phone = '1' WHERE "accountId" = $1`, [
    workspace.accountId,
  ]);
  let committed = false;
  const opening = subscribe(first, workspace, changes).then(() => committed);
  await new Promise((resolve) => setTimeout(resolve, 300));
  committed = true;
  await person.query('COMMIT');
  person.release();
  expect(await opening).toBe(true);
});

test('nothing is notified while nobody follows', async () => {
  const { accountId, post } = await api.addWorkspace();
  const ear = await api.database.pool.connect();
  const heard: (string | undefined)[] = [];
  ear.on('notification', ({ payload }) => heard.push(payload));
  await ear.query(`LISTEN actiongraph_${accountId}`);
  await post('clients/create', { name: 'Unheard' });
  const stream = await subscribe(first, { key: (await keyFor(accountId)).key }, changes);
  await post('clients/create', { name: 'Heard' });
  const { id } = await stream.nextChange();
  await vi.waitFor(() => expect(heard).toContain(`CREATED Client ${id}`));
  await ear.query('UNLISTEN *');
  ear.release();
  expect(heard.filter((payload) => payload?.includes('Client'))).toHaveLength(1);
});

async function keyFor(accountId: number) {
  return createApiKey({ ...api.ours.context, accountId, now: new Date() }, { name: 'Ear' });
}
