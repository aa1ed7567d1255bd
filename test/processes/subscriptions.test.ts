import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { systemAuditEntrySql } from '../../src/platform/audit-log/system-entries.ts';
import { useTestApi } from '../support/api.ts';
import { useDataFolder } from '../support/service.ts';
import type { TestProcess } from '../support/streams.ts';
import {
  recordChanges,
  recordChangesWithNodes,
  startProcess,
  useStreams,
} from '../support/streams.ts';

const api = useTestApi();
const folder = useDataFolder();
const subscribe = useStreams();
let first: TestProcess;
let second: TestProcess;

beforeAll(async () => {
  [first, second] = await Promise.all([startProcess(api), startProcess(api)]);
  // The guarantee applies to a process after its first response.
  const fields = 'id name contacts(first: 1) { totalCount edges { node { email } } }';
  const query = `{ clients(first: 1) { edges { node { ${fields} } } } }`;
  await Promise.all([first, second].map((process) => graphql(process, api.ours.key, query)));
});
afterAll(() => Promise.all([first?.close(), second?.close()]));

/** Far longer than one process needs to notify another. Benchmarks measure the speed. */
const maxDelayMs = 50_000;

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

test('two processes both publish what a third receives over REST and one of them over GraphQL', async () => {
  const streams = [
    await subscribe(first, api.ours, recordChangesWithNodes),
    await subscribe(second, api.ours, recordChangesWithNodes),
  ];
  const created = await api.ours.post('clients/create', { name: 'Lovelace Analytics' });
  const { id } = created.body;
  for (const stream of streams) {
    expect(await stream.nextChange(maxDelayMs)).toEqual({
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
    expect(await stream.nextChange(maxDelayMs)).toMatchObject({
      id,
      kind: 'UPDATED',
      node: { name: 'Lovelace' },
    });
  }
});

test('a separate process publishes the changes of this one, and the reverse', async () => {
  const service = await folder.serve({ DATABASE_URL: api.databaseUrl });
  const here = await subscribe(first, api.ours, recordChanges);
  const there = await subscribe(service, api.ours, recordChanges);
  const ids = [await createClient()];
  for (const stream of [here, there]) {
    expect(await stream.nextChange(maxDelayMs)).toMatchObject({ id: ids[0], kind: 'CREATED' });
  }
  const { body } = await service.call(api.ours.key, 'clients/create', { name: 'From there' });
  for (const stream of [here, there]) {
    expect(await stream.nextChange(maxDelayMs)).toMatchObject({
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

test('no event contains another workspace, not even an id', async () => {
  const theirs = await createClient(api.theirs);
  const ours = await createClient();
  const stream = await subscribe(first, api.ours, recordChanges);
  const byId = await subscribe(first, api.ours, recordChanges, { ids: [theirs, ours] });
  await api.theirs.patch('clients/update', { id: theirs, city: 'London' });
  await createClient(api.theirs);
  const own = await createClient();
  await api.ours.patch('clients/update', { id: ours, city: 'London' });
  expect(await stream.nextChange()).toMatchObject({ id: own });
  expect(await byId.nextChange()).toMatchObject({ id: ours });
});

test('only the requested types are published', async () => {
  const [one, other] = [await createClient(), await createClient()];
  const contacts = await subscribe(first, api.ours, recordChanges, {
    types: ['CONTACT', 'PROJECT'],
  });
  const ids = await subscribe(first, api.ours, recordChanges, { ids: [other] });
  const { body: known } = await api.ours.post('contacts/create', { firstName: 'Bea' });
  const both = await subscribe(first, api.ours, recordChanges, {
    types: ['CONTACT'],
    ids: [other, known.id],
  });
  const context = { ...api.ours.context, now: new Date() };
  const { key, record } = await createApiKey(context, { name: 'Of no type' });
  const none = await subscribe(first, { key }, recordChanges, { types: [] });
  await api.ours.patch('clients/update', { id: one, city: 'London' });
  await api.ours.patch('clients/update', { id: other, city: 'London' });
  const { body: contact } = await api.ours.post('contacts/create', { firstName: 'Ada' });
  await api.ours.patch('contacts/update', { id: known.id, phone: '1' });
  await revokeApiKey(context, record.id);
  expect(await contacts.nextChange()).toMatchObject({ type: 'CONTACT', id: known.id });
  expect(await contacts.nextChange()).toMatchObject({ type: 'CONTACT', id: contact.id });
  expect(await ids.nextChange()).toMatchObject({ id: other });
  expect(await both.nextChange()).toMatchObject({ id: known.id });
  // Its only event is the end: the key is revoked after all other changes.
  expect(await none.rest()).toMatchObject([
    { errors: [{ extensions: { code: 'invalid_api_key' } }] },
  ]);
});

test('a bulk of 500 is published completely, and read in five statements', async () => {
  const stream = await subscribe(second, api.ours, recordChangesWithNodes, { types: ['CLIENT'] });
  const sent = vi.spyOn(second.database.pool, 'query');
  const { accountId } = api.ours;
  const author = { accountId, kind: 'ADMINISTRATION', operation: 'test' } as const;
  const row = { id: 'made.id', version: '1', from: 'made' };
  await api.database.prisma.$executeRaw`
    WITH made AS (
      INSERT INTO "Client" ("accountId", id, name)
      SELECT ${accountId}, 'cli_bulk' || n, 'Bulk ' || n FROM generate_series(1, 500) n RETURNING id
    )
    ${systemAuditEntrySql(author, [{ kind: 'CREATED', model: 'Client', ...row }])}`;
  const reported = new Map<string, string>();
  while (reported.size < 500) {
    const { id, node } = await stream.nextChange();
    reported.set(id, node.name);
  }
  const reads = sent.mock.calls.filter(([query]) =>
    (query as unknown as { text: string }).text.includes('"Client"'),
  );
  sent.mockRestore();
  expect([...reported].every(([id, name]) => id.slice(8) === name.slice(5))).toBe(true);
  expect(reads).toHaveLength(5);
});

test('a process whose connection was lost publishes the missed changes, and continues', async () => {
  const streams = [
    await subscribe(first, api.ours, recordChanges),
    await subscribe(second, api.ours, recordChanges),
  ];
  await api.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'actiongraph changes' AND datname = current_database()`,
  );
  for (const id of [await createClient(), await createClient(), await createClient()]) {
    for (const stream of streams) {
      expect(await stream.nextChange(maxDelayMs)).toMatchObject({ id, kind: 'CREATED' });
    }
  }
});

test('a key that is revoked ends its streams, and only its', async () => {
  const context = { ...api.ours.context, now: new Date() };
  const { key, record } = await createApiKey(context, { name: 'Soon gone' });
  const ended = await subscribe(first, { key }, recordChanges);
  const other = await subscribe(first, api.ours, recordChanges, { types: ['CLIENT'] });
  await revokeApiKey(context, record.id);
  const received = await ended.rest();
  expect(received.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'invalid_api_key' } }] });
  const id = await createClient();
  expect(await other.nextChange()).toMatchObject({ id });
});
