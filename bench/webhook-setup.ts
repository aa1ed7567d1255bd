/** A database, workspaces, receivers in this process, and the service as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
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

const encryptionKey = 'a key that encrypts the secrets of the benchmark';
const agent = new Agent({ keepAlive: true });

const folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
const server = await ensureServer({ dataDir: folder, log: () => undefined });
const url = server.urlOf('postgres');
await applyMigrations(url);
const database = openDatabase({ url });
export const { prisma } = database;
const key = new EncryptionKey({ db: prisma, configured: encryptionKey, dataDir: '' });
const webhooks = createWebhookServices({ allowedHosts: ['127.0.0.1'], encryptionKey: key });

/** Milliseconds until the first attempt of each event, by the first part of the path. */
export const delays = new Map<string, number[]>();
type Respond = (response: ServerResponse, kind: string) => void;

/** How the receivers behave now. */
export const behavior: { respond: Respond } = { respond: accept };

/** Endpoints and events that arrived. */
export const seen = new Set<string>();

export function accept(response: ServerResponse): void {
  response.end();
}

/** Receivers that hang respond after the time-out of a request. */
export function misbehave(response: ServerResponse, kind: string): void {
  if (kind === 'hanging') return;
  if (kind === 'failing') response.statusCode = 500;
  if (kind === 'slow') setTimeout(() => response.end(), 450);
  else response.end();
}

const receiver = createServer((request, response) => {
  const [, kind = '', id] = (request.url ?? '').split('/');
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const event = `${id} ${request.headers['webhook-id']}`;
    const [, timestamp = ''] = /"timestamp":"([^"]+)"/.exec(String(chunks[0])) ?? [];
    if (!seen.has(event)) delays.get(kind)?.push(Date.now() - Date.parse(timestamp));
    seen.add(event);
    behavior.respond(response, kind);
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

export interface Tenant {
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

export async function addTenants(count: number, kinds: readonly string[]): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let n = 0; n < count; n += 1) {
    const tenant = await addTenant();
    for (const kind of kinds) await tenant.addEndpoint(kind);
    tenants.push(tenant);
  }
  return tenants;
}

export async function startService() {
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

export type Service = Awaited<ReturnType<typeof startService>>;

let writes = 0;

/** Renames a client. */
export function write(service: Service, tenants: readonly Tenant[]): Promise<void> {
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

/** Writes at a fixed rate, however long a write takes. Returns the milliseconds of each. */
export async function writeAtRate(
  service: Service,
  tenants: readonly Tenant[],
  rate: number,
  forSeconds: number,
) {
  const start = performance.now();
  const open: Promise<number>[] = [];
  for (let n = 0; n < rate * forSeconds; n += 1) {
    const earlyMs = start + (n * 1_000) / rate - performance.now();
    if (earlyMs > 1) await sleep(earlyMs);
    const sentAt = performance.now();
    open.push(write(service, tenants).then(() => performance.now() - sentAt));
  }
  return Promise.all(open);
}

export function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  return { events: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) };
}

export async function stopAll(): Promise<void> {
  receiver.closeAllConnections();
  receiver.close();
  agent.destroy();
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
