import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { narrowApiKey } from '../../src/domain/workspaces/narrow-api-key.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import { useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { mutated } from '../support/mutations.ts';
import type { TestProcess, TestStream } from '../support/streams.ts';
import { recordChanges, startProcess, useStreams } from '../support/streams.ts';

const api = useTestApi();
const subscribe = useStreams();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service?.close());

let names = 0;
const createClient = async () =>
  (await api.ours.post('clients/create', { name: `Client ${++names}` })).body.id as string;

const narrow = (id: string, ...scopes: Scope[]) =>
  narrowApiKey({ ...api.ours.context, now: new Date() }, id, { scopes });

/** The events of new clients, one after the other, until they have the key's new permissions. */
async function receivedUntil(
  stream: TestStream,
  isNew: (event: unknown) => boolean,
): Promise<unknown> {
  for (;;) {
    await createClient();
    const event = await stream.next();
    if (isNew(event)) return event;
  }
}

const hasErrors = (event: unknown) => 'errors' in (event as object);

const withProjects = `subscription { recordChanged(types: [CLIENT]) {
  id node { ... on Client { name projects(first: 1) { totalCount } } }
} }`;

test('a relation into an area that the key has lost is an error at its path, in every later event', async () => {
  const { key, record } = await makeKey(api.ours.context, ['clients:read', 'projects:read']);
  const stream = await subscribe(service, { key }, withProjects);
  const id = await createClient();
  expect(await stream.next()).toEqual({
    data: {
      recordChanged: { id, node: { name: expect.any(String), projects: { totalCount: 0 } } },
    },
  });
  await narrow(record.id, 'clients:read');
  const rejected = {
    data: { recordChanged: { node: { name: expect.any(String), projects: null } } },
    errors: [
      {
        path: ['recordChanged', 'node', 'projects'],
        extensions: { code: 'missing_scope', missingScopes: ['projects:read'] },
      },
    ],
  };
  expect(await receivedUntil(stream, hasErrors)).toMatchObject(rejected);
  for (let more = 0; more < 3; more += 1) {
    await createClient();
    expect(await stream.next()).toMatchObject(rejected);
  }
});

test('changes of records of an area that the key has lost are not published any more', async () => {
  const { key, record } = await makeKey(api.ours.context, ['clients:read', 'expenses:read']);
  const stream = await subscribe(service, { key }, recordChanges, { types: ['CLIENT', 'VENDOR'] });
  const vendor = async (): Promise<string> =>
    (await mutated(api.ours, 'createVendor', { name: `Vendor ${++names}` }, 'id')).id;
  const before = await vendor();
  expect(await stream.nextChange()).toMatchObject({ id: before, type: 'VENDOR' });
  await narrow(record.id, 'expenses:read');
  // From the first one on: no client is published that was created after the key had lost clients.
  for (let more = 0; more < 3; more += 1) {
    await createClient();
    const next = await vendor();
    expect(await stream.nextChange()).toMatchObject({ id: next, type: 'VENDOR' });
  }
});

test('a stream whose key has lost all permissions ends, with the reason', async () => {
  const { key, record } = await makeKey(api.ours.context, ['clients:read', 'time:write']);
  const stream = await subscribe(service, { key }, recordChanges);
  await narrow(record.id, 'time:write');
  const reported = await stream.rest();
  expect(reported.at(-1)?.errors?.[0]?.extensions).toMatchObject({ code: 'missing_scope' });
});

test('a revoked key gets no later changes', async () => {
  const queries = [
    recordChanges,
    withProjects,
    'subscription { recordChanged(where: { client: {} }) { id list node { id } } }',
  ];
  for (const query of queries) {
    const { key, record } = await makeKey(api.ours.context, ['clients:read', 'projects:read']);
    const stream = await subscribe(service, { key }, query);
    const before = await createClient();
    expect(await stream.next()).toMatchObject({ data: { recordChanged: { id: before } } });
    await revokeApiKey({ ...api.ours.context, now: new Date() }, record.id);
    await createClient();
    await createClient();
    const received = await stream.rest();
    expect(received.map(({ data, errors }) => data ?? errors?.[0]?.extensions?.code)).toEqual([
      'invalid_api_key',
    ]);
  }
});

test('subscriptions of one key with different permissions are not shared', async () => {
  const { key, record } = await makeKey(api.ours.context, ['clients:read', 'projects:read']);
  const wide = await subscribe(service, { key }, withProjects);
  await narrow(record.id, 'clients:read');
  const later = await subscribe(service, { key }, withProjects);
  await createClient();
  expect(await later.next()).toHaveProperty('errors');
  await wide.next();
  expect(await receivedUntil(wide, hasErrors)).toHaveProperty('errors');
});
