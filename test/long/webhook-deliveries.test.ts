import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ensureServer } from '../../src/database/embedded/ensure-server.ts';
import { Choices } from '../support/domain-model/choices.ts';
import { killProcess } from '../support/kill.ts';
import type { DataFolder, Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';
import type { ReceiverKind } from '../support/webhook-receivers.ts';
import { startReceivers } from '../support/webhook-receivers.ts';

/**
 * Two services share the endpoints. They, a worker process and PostgreSQL are killed, and one is paused for longer than its
 * lease. `RUNS=5000` makes 100,000 deliveries.
 */

const machineFolders = [useDataFolder(), useDataFolder()];
const databaseFolder = useDataFolder();
const { runs, seed: givenSeed } = inject('longRun');
const seed = givenSeed ?? Math.floor(Math.random() * 2 ** 31);

const kinds: readonly ReceiverKind[] = [
  ...(['healthy', 'healthy', 'healthy', 'healthy', 'slow', 'failing', 'failing'] as const),
  ...(['hanging', 'trickling', 'redirecting'] as const),
];
const writes = runs * 2;
const records = Math.ceil(writes / 20);
const deliveries = writes * kinds.length;
const kills = Math.max(5, Math.round(deliveries / 5_000));

/** Longer than a lease. */
const pauseMs = 20_000;

const settings = {
  ENCRYPTION_KEY: 'a key that encrypts the secrets of this test',
  REQUEST_LIMITS: 'requestsPerMinute=0,costPerMinute=0',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
};

let databaseUrl = '';

async function startDatabase(): Promise<void> {
  const server = await ensureServer({ dataDir: databaseFolder.path, log: () => undefined });
  databaseUrl = server.url;
}

beforeAll(startDatabase);

async function killDatabase(): Promise<void> {
  killProcess(databaseFolder.postmaster(), 'SIGKILL');
  // The processes of the killed server end a moment later.
  await vi.waitFor(startDatabase, { timeout: 60_000, interval: 200 });
}

/** A service that is started again after each kill. */
class Machine {
  readonly #folder: DataFolder;
  readonly #settings: Record<string, string>;
  #service: Service | undefined;

  constructor(folder: DataFolder | undefined, more: Record<string, string>) {
    this.#folder = folder as DataFolder;
    this.#settings = { ...settings, ...more };
  }

  get url(): string | undefined {
    return this.#service?.url;
  }

  async start(): Promise<void> {
    this.#service = await this.#folder.serve({ ...this.#settings, DATABASE_URL: databaseUrl });
  }

  async kill(): Promise<void> {
    const killed = this.#service;
    this.#service = undefined;
    await killed?.end('SIGKILL');
    await this.start();
  }

  killWorker(choices: Choices): void {
    const pid = this.#service?.pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const workers = children.filter((child) => commandOf(child).includes('cli.js'));
    // The previous one may not be replaced yet.
    if (workers.length > 0) killProcess(Number(choices.of(workers)), 'SIGKILL');
  }

  async pause(): Promise<void> {
    const pid = this.#service?.pid;
    killProcess(pid, 'SIGSTOP');
    await sleep(pauseMs);
    killProcess(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.#service?.end('SIGTERM');
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const withWorkers = new Machine(machineFolders[0], { WORKERS: '2' });
const single = new Machine(machineFolders[1], {});

interface Answer {
  status: number;
  text: string;
}

/** Undefined if the service ends first. `fetch` sometimes never settles then. */
const send = (url: string, method: string, headers: Record<string, string>, body: unknown) =>
  new Promise<Answer | undefined>((resolve) => {
    const sent = request(url, {
      ...{ method, timeout: 5_000 },
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', () => resolve(undefined));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.on('close', () => resolve(undefined));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Repeats a request at the services that run until one accepts it. */
async function call(key: string, method: string, path: string, body?: unknown) {
  // A request without a response may have been executed.
  const headers = { 'x-api-key': key, 'idempotency-key': randomUUID() };
  for (let attempt = 0; ; attempt += 1) {
    const { url } = [withWorkers, single][attempt % 2] as Machine;
    const answer = url && (await send(`${url}/public/action/${path}`, method, headers, body));
    if (answer && answer.status === 200) return JSON.parse(answer.text);
    const isRepeatable = answer && (answer.status >= 500 || answer.status === 409);
    if (answer && !isRepeatable) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await sleep(20);
  }
}

async function write(key: string, random: Choices): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < records; index += 1)
    ids.push((await call(key, 'POST', 'clients/create', { name: `Client ${index}` })).id);
  let written = records;
  const update = async () => {
    while (written < writes) {
      written += 1;
      const id = random.of(ids);
      await call(key, 'PATCH', 'clients/update', { id, name: `Client ${written}` });
    }
  };
  await Promise.all([update(), update(), update(), update()]);
}

/** The ids of all events of clients. */
async function readEventIds(key: string, accountId: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after = '0'; ; ) {
    const events = await call(key, 'GET', `events/list?types=client&limit=100&after=${after}`);
    if (events.length === 0) return ids;
    ids.push(...events.map(({ place }: { place: string }) => `evt_${accountId}_${place}`));
    after = events.at(-1).place;
  }
}

test('no delivery is lost or out of order while processes and the database are killed', async () => {
  const folder = machineFolders[0] as DataFolder;
  await folder.json(['migrate'], { DATABASE_URL: databaseUrl });
  const args = ['workspace', 'create', '--name', 'Hooks', '--owner-email', 'h@hooks.example'];
  const { accountId, key } = await folder.json<{ accountId: number; key: string }>(args, {
    DATABASE_URL: databaseUrl,
  });
  // A few requests hang, also in a short run.
  const rareShare = Math.max(0.001, 3 / writes);
  const targets = await startReceivers(kinds, { rareShare, seed });
  onTestFinished(() => targets.close());
  await Promise.all([withWorkers.start(), single.start()]);
  for (const receiver of targets.receivers) {
    const input = { url: targets.urlOf(receiver), types: ['client'] };
    receiver.secret = (await call(key, 'POST', 'webhooks/create', input)).secret;
  }

  const startedAt = performance.now();
  const random = new Choices(seed);
  const writing = write(key, new Choices(seed + 1));
  const done: string[] = [];
  const actions = {
    'a worker process': () => withWorkers.killWorker(random),
    'the service with workers': () => withWorkers.kill(),
    'the other service': () => single.kill(),
    PostgreSQL: killDatabase,
    'a pause of the other service': () => single.pause(),
  };
  const names = Object.keys(actions) as (keyof typeof actions)[];
  // Fails at once with the writers.
  const failure = writing.then(() => new Promise<never>(() => undefined));
  for (let kill = 0; kill < kills; kill += 1) {
    const after = ((kill + random.below(100) / 100) / kills) * 0.9 * deliveries;
    const reached = vi.waitFor(() => expect(targets.accepted()).toBeGreaterThan(after), {
      timeout: 1_800_000,
      interval: 20,
    });
    await Promise.race([reached, failure]);
    const name = kill < names.length ? (names[kill] as keyof typeof actions) : random.of(names);
    done.push(name);
    await actions[name]();
  }
  await writing;
  const expected = await readEventIds(key, accountId);
  expect(expected.length).toBeGreaterThanOrEqual(writes);
  const lostOf = (accepted: ReadonlySet<string>) => expected.filter((id) => !accepted.has(id));
  await vi.waitFor(
    () => {
      for (const { accepted } of targets.receivers) expect(lostOf(accepted)).toEqual([]);
    },
    { timeout: 1_800_000, interval: 500 },
  );
  const sum = (count: (one: (typeof targets.receivers)[number]) => number) =>
    targets.receivers.reduce((total, receiver) => total + count(receiver), 0);
  const result = {
    seed,
    deliveries: targets.accepted(),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    failedAttempts: sum(({ failures }) => failures),
    duplicates: sum(({ duplicates }) => duplicates),
    lost: sum(({ accepted }) => lostOf(accepted).length),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder.length),
    invalid: sum(({ invalid }) => invalid.length),
    kills: done,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  for (const { accepted, invalid, outOfOrder } of targets.receivers) {
    expect(outOfOrder, String(seed)).toEqual([]);
    expect(invalid).toEqual([]);
    expect(accepted.size).toBe(expected.length);
  }
  expect(targets.redirectedRequests()).toBe(0);
  await Promise.all([withWorkers.stop(), single.stop()]);
});
