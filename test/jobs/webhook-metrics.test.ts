import { expect, test, vi } from 'vitest';
import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import { disableWebhookEndpoint } from '../../src/domain/webhooks/enable-endpoint.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const token = 'metrics-of-webhooks-1';
const api = useTestApi();
const prefix = 'actiongraph_webhook_';

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

const addEndpoint = async (url: string, types = ['client']) =>
  (await createWebhookEndpoint(api.ours.context, { url, types })).record.id;

/** A service with a dispatcher, and its metrics of webhooks by name and label. */
function startMeasuredDelivery(options: Parameters<typeof startDelivery>[1] = {}) {
  const metrics = createMetrics(token);
  const { dispatcher } = startDelivery(api, {
    onAttempt: metrics.recordWebhookAttempt,
    ...options,
  });
  const app = createTestApp(api.database, {
    metrics,
    webhookPositions: () => dispatcher.readPositions(),
  });
  const headers = { authorization: `Bearer ${token}` };
  const readText = async () => (await app.request('/metrics', { headers })).text();
  const readMetrics = async (): Promise<Record<string, number>> => {
    const lines = (await readText()).split('\n').filter((line) => line.startsWith(prefix));
    return Object.fromEntries(
      lines.map((line) => {
        const [name = '', value] = line.slice(prefix.length).split(' ');
        return [name, Number(value)];
      }),
    );
  };
  return { readMetrics, readText };
}

test('attempts are counted by outcome, and endpoints by state, without their URLs', async () => {
  const receiver = await useReceiver((response, { body }) => {
    response.statusCode = body.after?.name === 'Fails' ? 500 : 200;
    response.end();
  });
  await addEndpoint(receiver.url);
  const disabledId = await addEndpoint(receiver.url);
  await disableWebhookEndpoint(api.ours.context, { id: disabledId });
  const { readMetrics, readText } = startMeasuredDelivery({ schedule: () => 600_000 });
  expect(await readMetrics()).toMatchObject({
    'attempts_total{outcome="delivered"}': 0,
    'attempts_total{outcome="timeout"}': 0,
    'endpoints{state="active"}': 1,
    'endpoints{state="failing"}': 0,
    'endpoints{state="disabled"}': 1,
    retries: 0,
  });
  for (const name of ['Works', 'Works too', 'Fails'])
    await api.ours.post('clients/create', { name });
  await until(async () =>
    expect(await readMetrics()).toMatchObject({
      'attempts_total{outcome="delivered"}': 2,
      'attempts_total{outcome="failed"}': 1,
      attempt_seconds_count: 3,
      retries: 1,
    }),
  );
  const text = await readText();
  expect(text).not.toContain('127.0.0.1');
  expect(text).not.toContain('whe_');
});

test('the lag is the age of the oldest event that an active endpoint has not received', async () => {
  await api.database.prisma.$executeRaw`DELETE FROM "WebhookEndpoint"`;
  const open: (() => void)[] = [];
  const receiver = await useReceiver((response) => void open.push(() => response.end()));
  await addEndpoint(receiver.url);
  const invoicesOnly = await useReceiver();
  await addEndpoint(invoicesOnly.url, ['invoice']);
  const { readMetrics } = startMeasuredDelivery({ closeTimeoutMs: 10 });
  expect(await readMetrics()).toMatchObject({ lag_seconds: 0 });
  await api.ours.post('clients/create', { name: 'Late' });
  await until(async () => expect(receiver.requests).toHaveLength(1));
  await until(async () => expect((await readMetrics()).lag_seconds).toBeGreaterThan(0.3));
  await api.owner.query(`UPDATE "LogEntry" SET "createdAt" = "createdAt" - interval '1 hour'`);
  const { lag_seconds: lag } = await readMetrics();
  expect(lag).toBeGreaterThan(3_600);
  expect(lag).toBeLessThan(7_200);
  receiver.respond = (response) => response.end();
  for (const end of open) end();
  // An endpoint that wants none of the events has no lag.
  await until(async () => expect(await readMetrics()).toMatchObject({ lag_seconds: 0 }));
});

test('an event that waits for a retry counts for the lag of an active endpoint only', async () => {
  await api.database.prisma.$executeRaw`DELETE FROM "WebhookEndpoint"`;
  const receiver = await useReceiver((response) => response.writeHead(500).end());
  const id = await addEndpoint(receiver.url);
  const { readMetrics } = startMeasuredDelivery({ schedule: () => 600_000 });
  await api.ours.post('clients/create', { name: 'Waits' });
  await until(async () => expect(await readMetrics()).toMatchObject({ retries: 1 }));
  expect((await readMetrics()).lag_seconds).toBeGreaterThan(0);
  await disableWebhookEndpoint(api.ours.context, { id });
  await until(async () =>
    expect(await readMetrics()).toMatchObject({ lag_seconds: 0, retries: 1 }),
  );
});
