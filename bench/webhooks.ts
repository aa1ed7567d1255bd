/**
 * Webhooks of a started service: `npx tsx bench/webhooks.ts [latency|hanging|many|writes|catch-up …] [seconds]`. Receivers and load generator run in this
 * process, on the same processors as the service and the database. The time of an event begins with its transaction and ends when its first attempt
 * arrives.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../src/config/package-root.ts';
import { openDatabase } from '../src/database/client/client.ts';
import { ensureServer } from '../src/database/embedded/ensure-server.ts';
import { applyMigrations } from '../src/database/migrations/migrations.ts';
import { createWebhookEndpoint } from '../src/domain/webhooks/create-endpoint.ts';
import { createWorkspace } from '../src/domain/workspaces/create.ts';
import { domainServices } from '../src/mail/index.ts';
import { EncryptionKey } from '../src/platform/encryption/encryption-key.ts';
import { createWebhookServices } from '../src/server/webhook-services.ts';
import { cpuMillisOf } from './processor-time.ts';

const encryptionKey = 'a key that encrypts the secrets of the benchmark';
const seconds = Number(process.argv.findLast((value) => /^\d+$/.test(value)) ?? 10);
const agent = new Agent({ keepAlive: true });

const folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
const server = await ensureServer({ dataDir: folder, log: () => undefined });
const url = server.urlOf('postgres');
await applyMigrations(url);
const database = openDatabase({ url });
const { prisma } = database;
const key = new EncryptionKey({ db: prisma, configured: encryptionKey, dataDir: '' });
const webhooks = createWebhookServices({ allowedHosts: ['127.0.0.1'], encryptionKey: key });

/** Milliseconds until the first attempt of each event, by the first part of the path. */
const delays = new Map<string, number[]>();
let respond: (response: ServerResponse, kind: string) => void = (response) => response.end();
const seen = new Set<string>();

const receiver = createServer((request, response) => {
  const [, kind = '', id] = (request.url ?? '').split('/');
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const event = `${id} ${request.headers['webhook-id']}`;
    const [, timestamp = ''] = /"timestamp":"([^"]+)"/.exec(String(chunks[0])) ?? [];
    if (!seen.has(event)) delays.get(kind)?.push(Date.now() - Date.parse(timestamp));
    seen.add(event);
    respond(response, kind);
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

interface Tenant {
  accountId: number;
  key: string;
  clientIds: string[];
  addEndpoint(kind: string, types?: string[]): Promise<string>;
}

let endpoints = 0;

async function addTenant(): Promise<Tenant> {
  const input = { name: 'Bench', ownerEmail: 'bench@bench.example' };
  const { context, key: apiKey } = await createWorkspace(prisma, input, new Date());
  const own = {
    ...context,
    publicUrl: 'http://bench.invalid',
    services: { ...domainServices, webhooks },
  };
  const clientIds = Array.from({ length: 50 }, (_, n) => `cli_${String(n).padStart(32, '0')}`);
  const { accountId } = context;
  await prisma.client.createMany({ data: clientIds.map((id) => ({ accountId, id, name: id })) });
  return {
    ...{ accountId, key: apiKey, clientIds },
    addEndpoint: async (kind, types = ['client']) => {
      endpoints += 1;
      const target = { url: `${receiverUrl}/${kind}/${endpoints}`, types };
      return (await createWebhookEndpoint(own, target)).record.id;
    },
  };
}

async function addTenants(count: number, kinds: readonly string[]): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let n = 0; n < count; n += 1) {
    const tenant = await addTenant();
    for (const kind of kinds) await tenant.addEndpoint(kind);
    tenants.push(tenant);
  }
  return tenants;
}

async function startService() {
  const child = spawn(process.execPath, [join(packageRoot, 'dist/cli.js'), 'serve', '--json'], {
    env: {
      PATH: process.env.PATH ?? '',
      ...{ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' },
      ...{ ENCRYPTION_KEY: encryptionKey, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
      REQUEST_LIMITS: 'requestsPerMinute=0,costPerMinute=0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url: serviceUrl } = JSON.parse(line.toString()) as { url: string };
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  // The dispatcher reads the endpoints each second.
  await sleep(1_500);
  return { url: serviceUrl, pid: child.pid ?? 0, stop };
}

type Service = Awaited<ReturnType<typeof startService>>;

let writes = 0;

/** Renames a client. */
function write(service: Service, tenants: readonly Tenant[]): Promise<void> {
  writes += 1;
  const { clientIds, key: apiKey } = tenants[writes % tenants.length] as Tenant;
  const id = clientIds[Math.floor(writes / tenants.length) % clientIds.length];
  return new Promise((resolve, reject) => {
    const sent = sendRequest(
      new URL('/public/action/clients/update', service.url),
      {
        ...{ agent, method: 'PATCH' },
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`A write has the status ${response.statusCode}.`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ id, name: `Client ${writes}` }));
  });
}

/** Writes at a fixed rate, however long a write takes. */
async function writeAtRate(
  service: Service,
  tenants: readonly Tenant[],
  rate: number,
  forSeconds: number,
) {
  const start = performance.now();
  const open: Promise<void>[] = [];
  for (let n = 0; n < rate * forSeconds; n += 1) {
    const earlyMs = start + (n * 1_000) / rate - performance.now();
    if (earlyMs > 1) await sleep(earlyMs);
    open.push(write(service, tenants));
  }
  await Promise.all(open);
}

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  return { events: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) };
}

/** Delays of the healthy endpoints at 100 events per second in total. */
async function measureDelays(service: Service, tenants: readonly Tenant[], forSeconds = seconds) {
  delays.set('healthy', []);
  const expected = delays.get('healthy') as number[];
  const cpu = cpuMillisOf(service.pid);
  await writeAtRate(service, tenants, 100, forSeconds);
  for (let count = -1; count !== expected.length; await sleep(1_000)) count = expected.length;
  const servicePercent = Math.round((cpuMillisOf(service.pid) - cpu) / (forSeconds * 10));
  return { ...quantiles(expected), servicePercent };
}

const cases: Record<string, () => Promise<void>> = {
  /** 200 endpoints in 100 workspaces. Then half of them hang. */
  hanging: async () => {
    const tenants = await addTenants(100, ['healthy', 'hanging']);
    const service = await startService();
    await writeAtRate(service, tenants, 100, 3);
    console.log('200 endpoints', await measureDelays(service, tenants));
    respond = (response, kind) => void (kind === 'healthy' && response.end());
    console.log('100 of them hang', await measureDelays(service, tenants));
    console.log('still hanging', await measureDelays(service, tenants));
    await service.stop();
  },
  /** Each event has one endpoint. */
  many: async () => {
    const tenants = await addTenants(100, [...Array<string>(9).fill('healthy'), 'failing']);
    respond = (response, kind) => {
      response.statusCode = kind === 'failing' ? 500 : 200;
      response.end();
    };
    const service = await startService();
    await writeAtRate(service, tenants, 100, 3);
    console.log(
      '1,000 endpoints, 100 fail; each event has 10',
      await measureDelays(service, tenants),
    );
    await service.stop();
  },
  'many-workspaces': async () => {
    const tenants = await addTenants(1_000, ['healthy']);
    const service = await startService();
    await writeAtRate(service, tenants, 100, 3);
    console.log('1,000 workspaces with an endpoint', await measureDelays(service, tenants));
    await service.stop();
  },
  writes: async () => {
    for (const [title, tenantCount, types] of [
      ['100 endpoints of other types', 1, ['invoice']],
      ['100 endpoints, one for each event', 100, ['client']],
    ] as const) {
      const tenants = await addTenants(tenantCount, []);
      for (let n = 0; n < 100; n += 1)
        await (tenants[n % tenantCount] as Tenant).addEndpoint('healthy', [...types]);
      console.log(title, await compareWrites(tenants));
    }
  },
  'catch-up': async () => {
    respond = (response) => void response.socket?.destroy();
    const [tenant] = (await addTenants(1, ['healthy'])) as [Tenant];
    const service = await startService();
    await writeAtRate(service, [tenant], 50, 2);
    await sleep(2_000);
    const { accountId } = tenant;
    await prisma.$executeRaw`
      INSERT INTO actiongraph_log."NewLogEntry" ("accountId", kind, "recordType", "recordId", "recordVersion", after, "actorKind", operation, "requestId")
      SELECT ${accountId}, 'UPDATED', 'Client', 'cli_' || lpad((n % 50)::text, 32, '0'), 1000 + n / 50, '{"city":"Ulm"}', 'SERVICE', 'updateClient', 'req_1'
      FROM generate_series(1, 20000) n`;
    await prisma.$executeRaw`
      UPDATE "WebhookCursor" SET "firstFailureAt" = now() - interval '3 days', "nextAttemptAt" = now() + interval '4 s' WHERE "accountId" = ${accountId}`;
    await sleep(3_000);
    const rows = () => prisma.webhookRetry.count({ where: { accountId } });
    const { state } = await prisma.webhookEndpoint.findFirstOrThrow({ where: { accountId } });
    console.log({ state, retriesAfterThreeDays: await rows() });
    delays.set('healthy', []);
    seen.clear();
    respond = (response) => response.end();
    const received = delays.get('healthy') as number[];
    while (received.length === 0) await sleep(10);
    const start = performance.now();
    const cpu = cpuMillisOf(service.pid);
    while (received.length < 20_000 && performance.now() < start + 60_000) await sleep(10);
    const ms = performance.now() - start;
    const perSecond = Math.round((received.length * 1_000) / ms);
    const cpuMsPerEvent = (cpuMillisOf(service.pid) - cpu) / received.length;
    console.log({ events: received.length, perSecond, cpuMsPerEvent, retriesLeft: await rows() });
    await service.stop();
  },
};

/** Writes per second of 16 connections, in turns with and without the endpoints. */
async function compareWrites(tenants: readonly Tenant[]) {
  const service = await startService();
  const accountIds = tenants.map(({ accountId }) => accountId);
  const turnSeconds = 2;
  const turn = async (isActive: boolean) => {
    await prisma.$executeRaw`
      UPDATE "WebhookEndpoint" SET state = ${isActive ? 'ACTIVE' : 'DISABLED'}::"WebhookEndpointState",
        "stateReason" = ${isActive ? null : 'MANUAL'}::"WebhookStateReason" WHERE "accountId" = ANY(${accountIds})`;
    // Nothing is left to deliver.
    await prisma.$executeRaw`
      UPDATE "WebhookCursor" c SET position = (SELECT l.place || '-' || 'mmc1xk2o' FROM ONLY "LogEntry" l WHERE l."accountId" = c."accountId"
        ORDER BY l.place DESC LIMIT 1) WHERE "accountId" = ANY(${accountIds}) AND EXISTS (SELECT FROM "LogEntry" l WHERE l."accountId" = c."accountId")`;
    await sleep(1_500);
    const cpu = cpuMillisOf(service.pid);
    const end = performance.now() + turnSeconds * 1_000;
    let count = 0;
    const writeOn = async () => {
      for (; performance.now() < end; count += 1) await write(service, tenants);
    };
    await Promise.all(Array.from({ length: 16 }, writeOn));
    return { perSecond: count / turnSeconds, cpuMs: (cpuMillisOf(service.pid) - cpu) / count };
  };
  await turn(false);
  const ratios: number[] = [];
  const rounds: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    const order = round % 2 === 0 ? [false, true] : [true, false];
    const results = new Map<boolean, Awaited<ReturnType<typeof turn>>>();
    for (const isActive of order) results.set(isActive, await turn(isActive));
    const [without, withThem] = [results.get(false), results.get(true)];
    ratios.push((withThem?.perSecond ?? 0) / (without?.perSecond ?? 1));
    rounds.push(
      [without, withThem]
        .map((one) => `${one?.perSecond.toFixed(0)}/s, ${one?.cpuMs.toFixed(2)} ms`)
        .join(' → '),
    );
  }
  await service.stop();
  return { ratios: ratios.map((ratio) => ratio.toFixed(2)), rounds };
}

try {
  const chosen = process.argv.slice(2).filter((value) => value in cases);
  for (const name of chosen.length > 0 ? chosen : Object.keys(cases)) {
    console.log(
      name,
      'load',
      loadavg()
        .map((value) => value.toFixed(1))
        .join(' '),
    );
    await cases[name]?.();
  }
} finally {
  receiver.closeAllConnections();
  receiver.close();
  agent.destroy();
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
