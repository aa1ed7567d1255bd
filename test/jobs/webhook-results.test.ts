import { describe, expect, test, vi } from 'vitest';
import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import { storeDeliveryResults } from '../../src/domain/webhooks/delivery-results.ts';
import type { ReadyEndpoint } from '../../src/domain/webhooks/endpoint-reader.ts';
import {
  endpointsCondition,
  readReadyEndpoints,
} from '../../src/domain/webhooks/endpoint-reader.ts';
import { retryWebhookDelivery } from '../../src/domain/webhooks/retry-delivery.ts';
import { groupCalls } from '../../src/jobs/webhooks/grouped-calls.ts';
import { useTestApi } from '../support/api.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const api = useTestApi();

const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });

async function addEndpoint(url: string): Promise<ReadyEndpoint> {
  const { record } = await createWebhookEndpoint(api.ours.context, { url, types: ['client'] });
  return reload({ accountId: api.ours.accountId, id: record.id });
}

async function reload(endpoint: { accountId: number; id: string }): Promise<ReadyEndpoint> {
  const condition = endpointsCondition([endpoint]);
  const [row] = await readReadyEndpoints(api.database.prisma, condition, new Date());
  return row as ReadyEndpoint;
}

const lease = ({ bucket }: ReadyEndpoint, owner: string) =>
  api.database.prisma.webhookBucket.create({
    data: { bucket, owner, expiresAt: new Date(Date.now() + 600_000) },
  });

const nothing = { deliveries: [], retries: [], finished: [] };

describe('results of a batch', () => {
  test('are stored by the owner of the lease, and only if nothing was stored since the endpoint was read', async () => {
    const { prisma } = api.database;
    const endpoint = await addEndpoint('http://127.0.0.1:9999/a');
    const other = await addEndpoint('http://127.0.0.1:9999/b');
    await lease(endpoint, 'one');
    if (other.bucket !== endpoint.bucket) await lease(other, 'another');
    const resultsOf = (one: ReadyEndpoint) => ({ ...nothing, cursor: one, endpoint: one });
    const store = (...batches: ReadyEndpoint[]) =>
      storeDeliveryResults(prisma, 'one', batches.map(resultsOf), new Date());
    expect(await store(endpoint, other)).toEqual([true, other.bucket === endpoint.bucket]);
    // The position is still the same.
    expect(await store(endpoint)).toEqual([false]);
    expect(await store(await reload(endpoint))).toEqual([true]);
    await prisma.$executeRaw`DELETE FROM "WebhookEndpoint"`;
    await prisma.webhookBucket.deleteMany();
  });
});

test('a repeated delivery does not release later events of its record', async () => {
  const receiver = await useReceiver((response, { body }) => {
    response.statusCode = body.after?.name === 'Second' ? 500 : 200;
    response.end();
  });
  await addEndpoint(receiver.url);
  startDelivery(api, { schedule: () => 600_000 });
  const names = () => receiver.requests.map(({ body }) => body.after?.name);
  const { body } = await api.ours.post('clients/create', { name: 'First' });
  for (const name of ['Second', 'Third'])
    await api.ours.patch('clients/update', { id: body.id, name });
  const { prisma } = api.database;
  await until(async () => expect(await prisma.webhookRetry.count()).toBe(2));
  const { id } = await prisma.webhookDelivery.findFirstOrThrow({ where: { status: 'DELIVERED' } });
  await retryWebhookDelivery(api.ours.context, { id });
  await until(async () =>
    expect(await prisma.webhookDelivery.findFirst({ where: { id } })).toMatchObject({
      ...{ status: 'DELIVERED', attempts: 2 },
    }),
  );
  await api.ours.post('clients/create', { name: 'Another' });
  await until(() => expect(names()).toContain('Another'));
  expect(names()).toEqual(['First', 'Second', 'First', 'Another']);
});

describe('groups of calls', () => {
  test('calls share the statement that follows a running one', async () => {
    const groups: number[][] = [];
    const call = groupCalls(async (inputs: readonly { n: number }[]) => {
      groups.push(inputs.map(({ n }) => n));
      await Promise.resolve();
      return inputs.map(({ n }) => n * 2);
    });
    const numbers = Array.from({ length: 150 }, (_, n) => n);
    const results = await Promise.all(numbers.map((n) => call({ n })));
    expect(results).toEqual(numbers.map((n) => n * 2));
    expect(groups.map(({ length }) => length)).toEqual([100, 50]);
  });

  test('a failing call does not fail the others of its group', async () => {
    const call = groupCalls(async (inputs: readonly { n: number }[]) => {
      if (inputs.some(({ n }) => n === 2)) throw new Error('Two fails.');
      return inputs.map(({ n }) => n);
    });
    const results = await Promise.allSettled([1, 2, 3].map((n) => call({ n })));
    expect(results).toMatchObject([
      { value: 1 },
      { reason: { message: 'Two fails.' } },
      { value: 3 },
    ]);
  });
});
