import { expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';

const api = useTestApi();

const input = { url: 'https://receiver.example/hook', types: ['invoice.paid', 'client'] };

const create = async (more: object = {}) => api.ours.post('webhooks/create', { ...input, ...more });

test('only the creation shows the secret, and the database stores it encrypted', async () => {
  const { body, status } = await create({ description: 'Shop' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...input, description: 'Shop', state: 'ACTIVE', order: 'RECORD' });
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret, ...record } = body;
  expect((await api.ours.get(`webhooks/${body.id}`)).body).toEqual(record);
  expect((await api.ours.get('webhooks/list')).body).toContainEqual(record);
  const rows = await api.database.prisma.webhookSecret.findMany({ where: { endpointId: body.id } });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
});

test('a retry with an idempotency key shows no secret', async () => {
  const send = () =>
    api.request('/public/action/webhooks/create', {
      method: 'POST',
      headers: {
        ...{ 'x-api-key': api.ours.key, 'content-type': 'application/json' },
        'Idempotency-Key': 'webhook-1',
      },
      body: JSON.stringify(input),
    });
  const first = await send();
  expect(first.body.secret).toMatch(/^whsec_/);
  expect((await send()).body).toMatchObject({ code: 'secret_not_kept' });
  const [stored] = (
    await api.owner.query('SELECT answer, written FROM "KeptAnswer" WHERE key = $1', ['webhook-1'])
  ).rows;
  expect(JSON.stringify(stored)).not.toContain('whsec_');
});

test.each([
  [{ url: 'http://receiver.example/' }, 'url', 'invalid_url'],
  [{ url: 'https://10.0.0.1/' }, 'url', 'invalid_url'],
  [{ url: 'https://2130706434:8443/' }, 'url', 'invalid_url'],
  [{ url: 'https://user:password@receiver.example/' }, 'url', 'invalid_url'],
  [{ url: 'https://receiver.example:22/' }, 'url', 'invalid_url'],
  [{ url: 'https://actiongraph.test/' }, 'url', 'invalid_url'],
  [{ url: 'receiver' }, 'url', 'invalid_url'],
  [{ types: ['invoice.sent'] }, 'types.0', 'invalid_choice'],
  [{ types: [] }, 'types', 'invalid_length'],
  [{ after: 'yesterday' }, 'after', 'invalid_format'],
  [{ where: { invoice: { colour: 1 } } }, 'where.invoice', 'invalid_condition'],
  [{ order: 'NONE' }, 'order', 'invalid_choice'],
  [{ url: 'https://localhost/' }, 'url', 'invalid_url'],
  [{ url: 'https://api.localhost./' }, 'url', 'invalid_url'],
  [{ url: 'https://private.example/' }, 'url', 'invalid_url'],
  [{ where: { task: {} } }, 'where', 'invalid_condition'],
  [{ where: { payment: {} } }, 'where.payment', 'invalid_condition'],
])('%j is rejected, and nothing is stored', async (fields, path, code) => {
  const count = () => api.database.prisma.webhookEndpoint.count();
  const before = await count();
  const { body, status } = await create(fields);
  expect([status, body.errors[0]]).toMatchObject([400, { path, code }]);
  expect(await count()).toBe(before);
});

test('a workspace has at most 100 endpoints', async () => {
  const workspace = await api.addWorkspace();
  await api.database.prisma.webhookEndpoint.createMany({
    data: Array.from({ length: 100 }, () => {
      const id = newId('WebhookEndpoint');
      return { ...input, id, accountId: workspace.accountId };
    }),
  });
  const { body } = await workspace.post('webhooks/create', input);
  expect(body).toMatchObject({ code: 'conflicting_state' });
});

test('one response lists all invalid fields, with the accepted values', async () => {
  const where = { invoice: { colour: 1, status: { equals: 'PAYED' } }, clients: {} };
  const types = ['invoice.payed', 'klient', 'thing'];
  const { body, status } = await create({ url: 'http://receiver.example/', types, where });
  expect(status).toBe(400);
  expect(body.errors).toEqual(
    [
      ['url', 'must begin with https://, unless the setting WEBHOOK_ALLOWED_HOSTS'],
      ['types.0', 'Did you mean "invoice.paid"? Types of invoice: invoice.created, '],
      ['types.1', 'Did you mean "client"? Records: '],
      ['types.2', 'not "thing". Records: '],
      ['where.invoice.status.equals', 'Did you mean the enum value "PAID"?'],
      ['where.invoice', 'Its fields: AND, NOT, '],
      ['where', 'Did you mean "client"?'],
    ].map(([path, message]) =>
      expect.objectContaining({ path, message: expect.stringContaining(message as string) }),
    ),
  );
});

test('one response also lists a private address and a condition on a record without a type', async () => {
  const { body } = await create({
    ...{ url: 'https://private.example/', types: ['invoice'] },
    ...{ after: 'yesterday', where: { payment: {} } },
  });
  const paths = body.errors.map(({ path }: { path: string }) => path);
  expect(paths.sort()).toEqual(['after', 'url', 'where.payment']);
});

test('a private address is rejected when the URL is changed', async () => {
  const { id } = (await create()).body;
  const change = { id, url: 'https://private.example/' };
  const { body, status } = await api.ours.patch('webhooks/update', change);
  expect([status, body.errors[0]]).toMatchObject([400, { path: 'url', code: 'invalid_url' }]);
});

test('a name that cannot be resolved is accepted, as its receiver can be set up later', async () => {
  expect((await create({ url: 'https://nowhere.example/' })).status).toBe(200);
});

test('an endpoint of a key has at most the scopes of the key', async () => {
  const { body: made } = await api.ours.gql(
    'mutation { createApiKey(input: { name: "Narrow", scopes: [WEBHOOKS_WRITE, WEBHOOKS_READ, CLIENTS_READ] }) { ... on CreateApiKeySuccess { key } } }',
  );
  const send = (types: string[]) =>
    api.request('/public/action/webhooks/create', {
      method: 'POST',
      headers: {
        'x-api-key': made.data.createApiKey.key,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url: input.url, types }),
    });
  expect((await send(['invoice'])).body).toMatchObject({ code: 'missing_scope' });
  expect((await send(['client'])).body.scopes).toEqual(['webhooks:read', 'clients:read']);
});

test('a caller that reads less than the creator cannot send the events elsewhere', async () => {
  const scopes = ['webhooks:read', 'webhooks:write', 'clients:read'] as const;
  const { key } = await makeKey(api.ours.context, scopes);
  const call = async (method: string, path: string, body: object) =>
    api.request(`/public/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const url = 'https://elsewhere.example/';
  const { id } = (await create({ types: ['*'] })).body;
  const hook = { type: 'ClientUpdate', hookUrl: 'https://receiver.example/hook' };
  const { body: hookId } = await api.request('/public/api/subscribe', {
    method: 'POST',
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
    body: JSON.stringify(hook),
  });
  for (const { body, status } of [
    await call('PATCH', 'action/webhooks/update', { id, url }),
    await call('PUT', 'action/webhooks/update', { id, url, types: ['client'] }),
    await call('PATCH', 'action/webhooks/update', { id: hookId, url }),
    await call('POST', 'api/subscribe', { ...hook, id: hookId, hookUrl: url }),
  ])
    expect([status, body.code]).toEqual([403, 'missing_scope']);
  const urls = await api.database.prisma.webhookEndpoint.findMany({ select: { url: true } });
  expect(urls).not.toContainEqual({ url });
  const own = await call('POST', 'action/webhooks/create', { ...input, types: ['client'] });
  expect((await call('PATCH', 'action/webhooks/update', { id: own.body.id, url })).status).toBe(
    200,
  );
});

test('a secret is replaced with an overlap, or at once', async () => {
  const { body } = await create();
  const rotate = (overlapMinutes: number) =>
    api.ours.post('webhooks/rotateSecret', { id: body.id, overlapMinutes });
  const secrets = () => api.database.prisma.webhookSecret.count({ where: { endpointId: body.id } });
  expect((await rotate(60)).body.secret).not.toBe(body.secret);
  expect(await secrets()).toBe(2);
  await rotate(0);
  expect(await secrets()).toBe(1);
});

test('changes and deletion', async () => {
  const { id } = (await create()).body;
  const change = { types: ['*'], where: { client: { name: { startsWith: 'A' } } } };
  expect((await api.ours.patch('webhooks/update', { id, ...change })).body).toMatchObject(change);
  const cleared = await api.ours.patch('webhooks/update', { id, where: null });
  expect(cleared.body).toMatchObject({ types: ['*'], where: null });
  expect((await api.ours.delete(`webhooks/${id}`)).status).toBe(200);
  expect((await api.ours.get(`webhooks/${id}`)).status).toBe(404);
  for (const model of ['webhookCursor', 'webhookSecret'] as const)
    expect(
      await (api.database.prisma[model] as typeof api.database.prisma.webhookCursor).count({
        where: { endpointId: id },
      }),
    ).toBe(0);
});

test('GraphQL shows the endpoint, its deliveries and the types of events', async () => {
  const { id } = (await create()).body;
  await api.database.prisma.webhookDelivery.create({
    data: {
      ...{ accountId: api.ours.accountId, id: 'whd_1', endpointId: id, type: 'client.created' },
      ...{ status: 'FAILED', attempts: 3, durationMs: 7, requestedAt: new Date() },
    },
  });
  const { body } = await api.ours.gql(
    `query ($id: ID!) {
      webhookEndpoint(id: $id) { state position consecutiveFailures where }
      webhookDeliveries(where: { endpointId: { equals: $id }, status: { equals: FAILED } }) {
        edges { node { id attempts endpoint { id } request { body } } }
      }
      webhookEventTypes { type sample }
    }`,
    { id },
  );
  expect(body.errors).toBeUndefined();
  expect(body.data.webhookEndpoint).toMatchObject({ state: 'ACTIVE', consecutiveFailures: 0 });
  expect(body.data.webhookDeliveries.edges).toEqual([
    { node: { id: 'whd_1', attempts: 3, endpoint: { id }, request: null } },
  ]);
  const sampleOf = (type: string) =>
    body.data.webhookEventTypes.find((one: { type: string }) => one.type === type).sample;
  expect(sampleOf('invoice.paid')).toMatchObject({ recordType: 'Invoice' });
  expect(sampleOf('webhookEndpoint.created').data).toHaveProperty('url');
  expect(sampleOf('webhookEndpoint.created').data).not.toHaveProperty('secret');
});

test('deliveries have no order without an index', async () => {
  const list = (order: string) => api.ours.get('webhookDeliveries/list', { order });
  expect((await list('-requestedAt')).status).toBe(200);
  expect(await list('createdAt')).toMatchObject({
    ...{ status: 400, body: { errors: [{ path: 'order', code: 'invalid_choice' }] } },
  });
});
