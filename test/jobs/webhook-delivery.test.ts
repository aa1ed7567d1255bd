import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import { enableWebhookEndpoint } from '../../src/domain/webhooks/enable-endpoint.ts';
import { replayWebhookEvents } from '../../src/domain/webhooks/replay-events.ts';
import { retryWebhookDelivery } from '../../src/domain/webhooks/retry-delivery.ts';
import { rotateWebhookSecret } from '../../src/domain/webhooks/rotate-secret.ts';
import {
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../src/domain/webhooks/update-endpoint.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { ReceivedRequest } from '../support/webhooks.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const api = useTestApi();
const endpoints: [TestWorkspace, string][] = [];

afterEach(async () => {
  for (const [{ context }, id] of endpoints.splice(0)) await deleteWebhookEndpoint(context, { id });
});

async function addEndpoint(url: string, input: object = {}, workspace = api.ours) {
  const { record, secret } = await createWebhookEndpoint(workspace.context, {
    ...{ url, types: ['client'] },
    ...input,
  });
  endpoints.push([workspace, record.id]);
  return { id: record.id, secret };
}

const endpointOf = (id: string, { accountId } = api.ours) =>
  api.database.prisma.webhookEndpoint.findUniqueOrThrow({
    where: { accountId_id: { accountId, id } },
  });

const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });

async function addClient(name: string, workspace = api.ours): Promise<string> {
  const { body, status } = await workspace.post('clients/create', { name });
  expect(status).toBe(200);
  return body.id;
}

const rename = (id: string, name: string) => api.ours.patch('clients/update', { id, name });

const namesOf = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ body }) => body.after?.name);

describe('content', () => {
  test('a created client is delivered with its record', async () => {
    const receiver = await useReceiver();
    await addEndpoint(receiver.url);
    startDelivery(api);
    const id = await addClient('Lovelace');
    await until(() => expect(receiver.requests).toHaveLength(1));
    const [{ body, headers }] = receiver.requests as [ReceivedRequest];
    expect(body).toMatchObject({
      ...{ type: 'client.created', types: ['client.created'], recordId: id, recordVersion: 1 },
      data: { id, name: 'Lovelace' },
      after: { name: 'Lovelace' },
    });
    expect(body.id).toBe(`evt_${api.ours.accountId}_${body.position}`);
    expect(headers).toMatchObject({
      'webhook-id': body.id,
      'content-type': 'application/json',
      'x-webhook-attempt': '1',
      'user-agent': expect.stringMatching(/^Actiongraph\//),
    });
    const { body: events } = await api.ours.get('events/list', { types: 'client.created' });
    expect(events.at(-1)).toMatchObject({ place: body.position, at: expect.any(String) });
  });

  test('the Standard Webhooks library and Python verify the signatures, also during a rotation', async () => {
    const receiver = await useReceiver();
    const { id, secret } = await addEndpoint(receiver.url);
    const rotated = await rotateWebhookSecret(api.ours.context, { id, overlapMinutes: 60 });
    startDelivery(api);
    await addClient('Signed – ünïcode');
    await until(() => expect(receiver.requests).toHaveLength(1));
    const [{ headers, text }] = receiver.requests as [ReceivedRequest];
    for (const known of [secret, rotated.secret])
      expect(new Webhook(known).verify(text, headers as never)).toMatchObject({
        type: 'client.created',
      });
    const other = (await rotateWebhookSecret(api.ours.context, { id })).secret;
    expect(() => new Webhook(other).verify(text, headers as never)).toThrow();
    const program = `
import base64, hashlib, hmac, json, sys
case = json.load(sys.stdin)
key = base64.b64decode(case["secret"].removeprefix("whsec_"))
signed = f'{case["id"]}.{case["timestamp"]}.{case["text"]}'.encode()
expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
print(any(hmac.compare_digest(expected, one) for one in case["signature"].split(" ")))`;
    const input = JSON.stringify({
      ...{ secret, text, id: headers['webhook-id'], timestamp: headers['webhook-timestamp'] },
      signature: headers['webhook-signature'],
    });
    expect(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' }).trim()).toBe(
      'True',
    );
  });

  test('a deletion has the last values and no record', async () => {
    const receiver = await useReceiver();
    await addEndpoint(receiver.url, { types: ['vendor.deleted'] });
    startDelivery(api);
    const { body } = await api.ours.gql(
      'mutation { createVendor(input: { name: "Short-lived" }) { ... on CreateVendorSuccess { vendor { id } } } }',
    );
    const { id } = body.data.createVendor.vendor;
    await api.ours.gql('mutation ($id: ID!) { deleteVendor(input: { id: $id }) { __typename } }', {
      id,
    });
    await until(() => expect(receiver.requests).toHaveLength(1));
    expect(receiver.requests[0]?.body).toMatchObject({
      ...{ type: 'vendor.deleted', recordId: id, data: null, before: { name: 'Short-lived' } },
    });
  });

  test('a condition compares the record before and after each change', async () => {
    const receiver = await useReceiver();
    await addEndpoint(receiver.url, {
      types: ['client'],
      where: { client: { name: { startsWith: 'Big' } } },
    });
    const id = await addClient('Small');
    for (const name of ['Big', 'Bigger', 'Small again']) await rename(id, name);
    await addClient('Other');
    startDelivery(api);
    await until(() => expect(receiver.requests).toHaveLength(3));
    expect(receiver.requests.map(({ body }) => [body.list, body.after?.name])).toEqual([
      ...[
        ['ENTERED', 'Big'],
        ['CHANGED', 'Bigger'],
        ['LEFT', 'Small again'],
      ],
    ]);
  });

  test('records without a condition are not filtered', async () => {
    const receiver = await useReceiver();
    const where = { client: { name: { startsWith: 'Big' } } };
    await addEndpoint(receiver.url, { types: ['client', 'vendor'], where });
    const unfiltered = await useReceiver();
    await addEndpoint(unfiltered.url, { where: {} });
    const addVendor = (name: string) =>
      api.ours.gql(
        'mutation ($name: String!) { createVendor(input: { name: $name }) { __typename } }',
        { name },
      );
    await addClient('Small');
    await addVendor('Free');
    startDelivery(api);
    await until(() => expect(namesOf(receiver.requests)).toEqual(['Free']));
    await until(() => expect(namesOf(unfiltered.requests)).toEqual(['Small']));
    expect(receiver.requests[0]?.body).not.toHaveProperty('list');
  });

  test('a condition that the creator can no longer read excludes its records', async () => {
    const receiver = await useReceiver();
    const { id } = await addEndpoint(receiver.url, {
      types: ['project', 'vendor'],
      where: { project: { client: { name: { startsWith: 'Big' } } } },
    });
    await api.database.prisma
      .$executeRaw`UPDATE "WebhookEndpoint" SET scopes = '{projects:read,expenses:read}' WHERE id = ${id}`;
    await addClient('Big one');
    await api.ours.post('projects/create', { name: 'Hidden', clientName: 'Big one' });
    await api.ours.gql('mutation { createVendor(input: { name: "Last" }) { __typename } }');
    startDelivery(api);
    await until(() => expect(receiver.requests).not.toEqual([]));
    expect(namesOf(receiver.requests)).toEqual(['Last']);
  });

  test('an endpoint gets no events of other workspaces and types', async () => {
    const receiver = await useReceiver();
    await addEndpoint(receiver.url, { types: ['client.updated'] });
    startDelivery(api);
    await addClient('Theirs', api.theirs);
    const id = await addClient('Ours');
    await rename(id, 'Ours, renamed');
    await until(() => expect(receiver.requests).toHaveLength(1));
    expect(namesOf(receiver.requests)).toEqual(['Ours, renamed']);
  });
});

describe('types of events', () => {
  test('a changed endpoint gets the events that follow, also if nothing is polled', async () => {
    const receiver = await useReceiver();
    const { id } = await addEndpoint(receiver.url, { types: ['invoice'] });
    const other = await useReceiver();
    await addEndpoint(other.url);
    startDelivery(api, { pollIntervalMs: 600_000 });
    await addClient('Not wanted');
    await until(() => expect(other.requests).toHaveLength(1));
    await updateWebhookEndpoint(api.ours.context, { id, types: ['client'] }, 'patch');
    for (const name of ['Wanted', 'Wanted too']) {
      await addClient(name);
      await until(() => expect(namesOf(receiver.requests)).toContain(name));
    }
    await updateWebhookEndpoint(api.ours.context, { id, types: ['invoice'] }, 'patch');
    await addClient('No longer wanted');
    await until(() => expect(other.requests).toHaveLength(4));
    expect(namesOf(receiver.requests)).toEqual(['Wanted', 'Wanted too']);
  });
});

describe('retries', () => {
  test('a failed event is sent again with the same id, and later events of its record wait', async () => {
    const failing = new Set<string>();
    const receiver = await useReceiver((response, { body }) => {
      response.statusCode = failing.has(body.recordId) ? 500 : 200;
      response.end('sorry');
    });
    await addEndpoint(receiver.url);
    const { close } = startDelivery(api, { schedule: () => 600_000 });
    const [failed, healthy] = [await addClient('Failing'), await addClient('Healthy')];
    await until(() => expect(receiver.requests).toHaveLength(2));
    failing.add(failed);
    await rename(failed, 'Failing 2');
    await rename(failed, 'Failing 3');
    await rename(healthy, 'Healthy 2');
    await until(() => expect(namesOf(receiver.requests)).toContain('Healthy 2'));
    await close();
    expect(namesOf(receiver.requests)).not.toContain('Failing 3');
    failing.clear();
    await api.database.prisma
      .$executeRaw`UPDATE "WebhookRetry" SET "nextAttemptAt" = now() WHERE state = 'RETRYING'`;
    startDelivery(api);
    await until(() => expect(namesOf(receiver.requests)).toContain('Failing 3'));
    const ofFailed = receiver.requests.filter(({ body }) => body.recordId === failed);
    const names = namesOf(ofFailed).filter((name, index, all) => all.indexOf(name) === index);
    expect(names).toEqual(['Failing', 'Failing 2', 'Failing 3']);
    const attempts = ofFailed.filter(({ body }) => body.after?.name === 'Failing 2');
    expect(new Set(attempts.map(({ body }) => body.id)).size).toBe(1);
    expect(attempts.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2']);
    await until(async () => {
      const rows = await api.database.prisma.webhookDelivery.findMany({
        where: { accountId: api.ours.accountId, recordId: failed },
        orderBy: { position: 'asc' },
      });
      expect(rows.map(({ attempts, status }) => `${status} ${attempts}`)).toEqual([
        ...['DELIVERED 1', 'DELIVERED 2', 'DELIVERED 1'],
      ]);
      expect(await api.database.prisma.webhookRetry.count()).toBe(0);
    });
  });

  test('after five failures an endpoint is failing: only its oldest event is tried, and nothing is lost', async () => {
    let works = false;
    const receiver = await useReceiver((response) => {
      response.statusCode = works ? 200 : 500;
      response.end();
    });
    const { id } = await addEndpoint(receiver.url);
    startDelivery(api);
    const names = Array.from({ length: 20 }, (_, index) => `Client ${index}`);
    for (const name of names) await addClient(name);
    await until(async () => expect((await endpointOf(id)).state).toBe('FAILING'));
    await until(() => expect(receiver.requests.length).toBeGreaterThan(10));
    expect(await api.database.prisma.webhookRetry.count()).toBeLessThanOrEqual(8);
    works = true;
    await until(async () => {
      expect((await endpointOf(id)).state).toBe('ACTIVE');
      expect(new Set(namesOf(receiver.requests))).toEqual(new Set(names));
    });
    await until(async () => expect(await api.database.prisma.webhookRetry.count()).toBe(0));
  });

  test('an endpoint is disabled when the schedule ends, and continues without loss', async () => {
    let works = false;
    const receiver = await useReceiver((response) => {
      response.statusCode = works ? 200 : 500;
      response.end();
    });
    const other = await useReceiver();
    const { id } = await addEndpoint(receiver.url);
    await addEndpoint(other.url, { types: ['webhookEndpoint.disabled'] });
    startDelivery(api, { schedule: (failures) => (failures > 3 ? undefined : 1) });
    const names = Array.from({ length: 8 }, (_, index) => `Kept ${index}`);
    for (const name of names) await addClient(name);
    await until(async () =>
      expect(await endpointOf(id)).toMatchObject({ state: 'DISABLED', stateReason: 'FAILED' }),
    );
    await until(() => expect(other.requests).toHaveLength(1));
    expect(other.requests[0]?.body).toMatchObject({
      ...{ recordId: id, data: { state: 'DISABLED', stateReason: 'FAILED' } },
    });
    const mails = await api.database.prisma.signInMail.findMany({
      where: { subject: { endsWith: 'are disabled' } },
    });
    expect(mails).toHaveLength(1);
    works = true;
    await enableWebhookEndpoint(api.ours.context, { id });
    await until(() => expect(new Set(namesOf(receiver.requests))).toEqual(new Set(names)));
  });

  test('enabling a failing endpoint repeats all failed events at once', async () => {
    let works = false;
    const receiver = await useReceiver((response) => {
      response.statusCode = works ? 200 : 500;
      response.end();
    });
    const { id } = await addEndpoint(receiver.url);
    startDelivery(api, { schedule: () => 3_600_000 });
    const names = Array.from({ length: 7 }, (_, index) => `Failed ${index}`);
    for (const name of names) await addClient(name);
    await until(async () => expect((await endpointOf(id)).state).toBe('FAILING'));
    works = true;
    await enableWebhookEndpoint(api.ours.context, { id });
    const delivered = () =>
      api.database.prisma.webhookDelivery.count({ where: { endpointId: id, status: 'DELIVERED' } });
    await until(async () => expect(await delivered()).toBe(names.length));
  });

  test('an endpoint with the order ALL stops at a failure', async () => {
    let failures = 3;
    const receiver = await useReceiver((response, { body }) => {
      response.statusCode = body.after?.name === 'B' && failures-- > 0 ? 503 : 200;
      response.end();
    });
    await addEndpoint(receiver.url, { order: 'ALL' });
    startDelivery(api);
    for (const name of ['A', 'B', 'C', 'D']) await addClient(name);
    await until(() => expect(namesOf(receiver.requests)).toContain('D'));
    expect(namesOf(receiver.requests)).toEqual(['A', 'B', 'B', 'B', 'B', 'C', 'D']);
  });

  test('410 disables, a redirect fails, Retry-After delays', async () => {
    const gone = await useReceiver((response) => response.writeHead(410).end());
    const moved = await useReceiver((response) =>
      response.writeHead(308, { Location: 'http://127.0.0.1:1/' }).end(),
    );
    const busy = await useReceiver((response) =>
      response.writeHead(429, { 'Retry-After': '3000' }).end(),
    );
    const { id: goneId } = await addEndpoint(gone.url);
    const { id: movedId } = await addEndpoint(moved.url);
    const { id: busyId } = await addEndpoint(busy.url);
    startDelivery(api, { schedule: () => 600_000 });
    await addClient('Once');
    await until(async () =>
      expect(await endpointOf(goneId)).toMatchObject({ state: 'DISABLED', stateReason: 'GONE' }),
    );
    const deliveryOf = (endpointId: string) =>
      api.database.prisma.webhookDelivery.findFirst({ where: { endpointId } });
    await until(async () =>
      expect(await deliveryOf(movedId)).toMatchObject({
        status: 'RETRYING',
        statusCode: 308,
        error: expect.stringContaining('update the URL'),
      }),
    );
    await until(async () => {
      const cursor = await api.database.prisma.webhookCursor.findFirst({
        where: { endpointId: busyId },
      });
      const waitMs = (cursor?.nextAttemptAt?.getTime() ?? 0) - Date.now();
      expect(waitMs).toBeGreaterThan(2_000_000);
    });
    expect(busy.requests).toHaveLength(1);
  });
});

describe('fairness', () => {
  test('hanging and failing receivers do not delay another one', async () => {
    const hanging = await useReceiver(() => undefined);
    const healthy = await useReceiver();
    for (let index = 0; index < 30; index += 1) await addEndpoint(hanging.url);
    await addEndpoint(healthy.url, {}, api.theirs);
    await addEndpoint(healthy.url);
    startDelivery(api, { concurrency: 16, closeTimeoutMs: 10 });
    await addClient('Hangs');
    await until(() => expect(healthy.requests).toHaveLength(1));
    await addClient('Healthy, theirs', api.theirs);
    await addClient('Hangs again');
    await until(() => expect(healthy.requests).toHaveLength(3));
    expect(hanging.requests.length).toBeLessThanOrEqual(30);
  });
});

describe('processes', () => {
  test('a dispatcher that stops in the middle of a batch repeats events with the same ids and loses none', async () => {
    const open: (() => void)[] = [];
    let isHolding = false;
    const receiver = await useReceiver((response) => {
      if (isHolding) open.push(() => response.end());
      else response.end();
    });
    await addEndpoint(receiver.url);
    const names = Array.from({ length: 30 }, (_, index) => `Held ${index}`);
    for (const name of names.slice(0, 15)) await addClient(name);
    const first = startDelivery(api, { closeTimeoutMs: 1 });
    await until(() => expect(receiver.requests.length).toBeGreaterThan(3));
    isHolding = true;
    for (const name of names.slice(15)) await addClient(name);
    await until(() => expect(open.length).toBeGreaterThan(0));
    await first.close();
    isHolding = false;
    for (const end of open) end();
    startDelivery(api);
    await until(() => expect(new Set(namesOf(receiver.requests))).toEqual(new Set(names)));
    const byName = new Map<unknown, Set<string>>();
    for (const { body } of receiver.requests)
      byName.set(body.after?.name, (byName.get(body.after?.name) ?? new Set()).add(body.id));
    expect([...byName.values()].every((ids) => ids.size === 1)).toBe(true);
  });

  test('two processes share the endpoints, and each event is sent once', async () => {
    const receivers = await Promise.all(Array.from({ length: 8 }, () => useReceiver()));
    for (const { url } of receivers) await addEndpoint(url);
    startDelivery(api, { leases: { renewalIntervalMs: 20, durationMs: 15_000 } });
    startDelivery(api, { leases: { renewalIntervalMs: 20, durationMs: 15_000 } });
    await until(async () => {
      const [{ owners }] = (await api.database.prisma.$queryRaw`
        SELECT count(DISTINCT owner)::int AS owners FROM "WebhookBucket" WHERE bucket >= 0`) as [
        { owners: number },
      ];
      expect(owners).toBe(2);
    });
    for (let index = 0; index < 10; index += 1) await addClient(`Shared ${index}`);
    await until(() => {
      for (const { requests } of receivers) expect(new Set(namesOf(requests)).size).toBe(10);
    });
    for (const receiver of receivers) expect(receiver.ids()).toHaveLength(10);
  });
});

describe('permissions', () => {
  test('a revoked key disables its endpoints', async () => {
    const receiver = await useReceiver();
    const keyId = `key_${'7'.repeat(32)}`;
    const { accountId } = api.ours;
    await api.database.prisma.apiKey.create({
      data: {
        accountId,
        id: keyId,
        name: 'Hooks',
        prefix: 'hooks',
        hash: 'b'.repeat(64),
        scopes: ['read'],
      },
    });
    const { id } = await addEndpoint(receiver.url);
    await api.database.prisma
      .$executeRaw`UPDATE "WebhookEndpoint" SET "madeByKeyId" = ${keyId} WHERE id = ${id}`;
    startDelivery(api);
    await addClient('Before');
    await until(() => expect(receiver.requests).toHaveLength(1));
    await api.database.prisma
      .$executeRaw`UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = ${keyId}`;
    await addClient('After');
    await until(async () =>
      expect(await endpointOf(id)).toMatchObject({ state: 'DISABLED', stateReason: 'KEY_REVOKED' }),
    );
    expect(namesOf(receiver.requests)).toEqual(['Before']);
  });

  test('a deactivated creator disables the endpoint, and its scopes limit the data', async () => {
    const receiver = await useReceiver();
    const { accountId } = api.ours;
    const user = await api.database.prisma.user.create({
      data: { accountId, email: 'admin@ours.example', role: 'ADMIN' },
    });
    const { id } = await addEndpoint(receiver.url);
    await api.database.prisma.$executeRaw`
      UPDATE "WebhookEndpoint" SET "madeByUserId" = ${user.id}, "madeByKeyId" = NULL, scopes = '{clients:read}' WHERE id = ${id}`;
    startDelivery(api);
    await addClient('Active');
    await until(() => expect(receiver.requests).toHaveLength(1));
    expect(receiver.requests[0]?.body).toMatchObject({
      actorName: null,
      data: { creditBalance: null },
    });
    await api.database.prisma
      .$executeRaw`UPDATE "User" SET active = false WHERE "accountId" = ${accountId} AND id = ${user.id}`;
    await addClient('Inactive');
    await until(async () =>
      expect(await endpointOf(id)).toMatchObject({
        state: 'DISABLED',
        stateReason: 'PERMISSION_LOST',
      }),
    );
    expect(namesOf(receiver.requests)).toEqual(['Active']);
  });
});

describe('replays', () => {
  test('events are delivered again with the same ids, in order', async () => {
    const receiver = await useReceiver();
    const { id } = await addEndpoint(receiver.url);
    startDelivery(api);
    for (const name of ['R1', 'R2', 'R3']) await addClient(name);
    await until(() => expect(receiver.requests).toHaveLength(3));
    const ids = receiver.ids();
    const [first] = receiver.requests as [ReceivedRequest];
    await replayWebhookEvents(api.ours.context, { id, after: first.body.position });
    await until(() => expect(receiver.requests).toHaveLength(5));
    expect(receiver.ids().slice(3)).toEqual(ids.slice(1));
    await until(async () =>
      expect(await api.database.prisma.webhookCursor.count({ where: { endpointId: id } })).toBe(1),
    );
  });

  test('its types are limited to those of the endpoint', async () => {
    const receiver = await useReceiver();
    const { id } = await addEndpoint(receiver.url, { types: ['client.created'] });
    const { id: hookId } = await addEndpoint(receiver.url, { enabled: false });
    await api.database.prisma.$executeRaw`
      UPDATE "WebhookEndpoint" SET payload = 'REST_HOOK', "hookType" = 'ClientCreate', types = '{*}' WHERE id = ${hookId}`;
    startDelivery(api);
    await rename(await addClient('T1'), 'T1, renamed');
    await addClient('T2');
    await until(() => expect(namesOf(receiver.requests)).toEqual(['T1', 'T2']));
    const [{ body }] = receiver.requests as [ReceivedRequest];
    await enableWebhookEndpoint(api.ours.context, { id: hookId, after: body.position });
    await until(() => expect(receiver.requests).toHaveLength(3));
    for (const endpointId of [id, hookId]) {
      const after = body.position;
      await replayWebhookEvents(api.ours.context, { id: endpointId, after, types: ['*'] });
      await until(async () =>
        expect(await api.database.prisma.webhookCursor.count({ where: { endpointId } })).toBe(1),
      );
    }
    const received = receiver.requests.slice(2).map(({ body }) => body.after ?? body);
    expect(received.map((record) => (record as { name?: string }).name)).toEqual([
      'T2',
      'T2',
      'T2',
    ]);
  });

  test('one delivery is repeated', async () => {
    const receiver = await useReceiver();
    const { id } = await addEndpoint(receiver.url);
    startDelivery(api);
    await addClient('Again');
    await until(() => expect(receiver.requests).toHaveLength(1));
    const findDelivery = () =>
      api.database.prisma.webhookDelivery.findFirst({ where: { endpointId: id } });
    const delivery = await until(async () => {
      const found = await findDelivery();
      expect(found).not.toBeNull();
      return found;
    });
    await retryWebhookDelivery(api.ours.context, { id: delivery?.id });
    await until(() => expect(receiver.requests).toHaveLength(2));
    await until(async () =>
      expect(await findDelivery()).toMatchObject({ status: 'DELIVERED', attempts: 2 }),
    );
  });
});
