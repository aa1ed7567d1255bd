import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { untilContinue } from '../support/continue.ts';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { killProcess } from '../support/kill.ts';
import { clientsMadeBehind, followCut } from '../support/raw-streams.ts';
import { startLoad } from '../support/request-load.ts';
import { isLongRun } from '../support/sampling.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const token = 'figures-of-the-service-1';
const patience = { timeout: 120_000, interval: 50 };

const ours = useKeyedDatabase();
let service: Service;

beforeAll(async () => {
  const settings = { WORKERS: '2', METRICS_TOKEN: token, AUDIT_DAYS: '400' };
  service = await folder.serve({ DATABASE_URL: ours.home.url, ...settings });
});

interface Line {
  msg: string;
  worker?: number;
  requestId?: string;
}

const lines = (): Line[] =>
  service
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

/** Those that answered requests with an id that begins so. */
const workersOf = (prefix: string) =>
  new Set(lines().flatMap((line) => (line.requestId?.startsWith(prefix) ? [line.worker] : [])));

/** Sends on a new connection, so that the next worker gets it. */
const send = (path: string, { body, headers = {} }: { body?: object; headers?: object } = {}) =>
  fetch(`${service.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-api-key': ours.key,
      'content-type': 'application/json',
      connection: 'close',
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

test('logs its start once, and every worker responds', async () => {
  expect(service.stdout().trim().split('\n')).toHaveLength(1);
  for (let at = 0; at < 4; at += 1) {
    const headers = { 'x-request-id': `each-${at}` };
    expect((await send('/public/action/clients/list', { headers })).status).toBe(200);
  }
  await vi.waitFor(() => expect(workersOf('each-').size).toBe(2), patience);
});

test('warns once of former names of settings', () => {
  expect(lines().filter(({ msg }) => msg.startsWith('some settings'))).toEqual([
    expect.objectContaining({
      msg: 'some settings have new names. Set AUDIT_RETENTION_DAYS=entries=400 instead of AUDIT_DAYS',
    }),
  ]);
});

test('executes a request once for one idempotency key, through all workers', async () => {
  const same = { body: { name: 'Once AG' }, headers: { 'idempotency-key': 'order-1' } };
  const ids = new Set<string>();
  for (let at = 0; at < 4; at += 1) {
    const { id } = (await (await send('/public/action/clients/create', same)).json()) as {
      id: string;
    };
    ids.add(id);
  }
  expect(ids.size).toBe(1);
  expect(
    await ours.home.database.prisma.client.count({
      where: { accountId: ours.accountId, name: 'Once AG' },
    }),
  ).toBe(1);
});

test('a subscription at one worker gets the writes of another', async () => {
  const query = 'subscription { recordChanged(types: [CLIENT]) { __typename } }';
  const streams = await Promise.all(
    [1, 2].map(() =>
      send('/graphql', { body: { query }, headers: { accept: 'text/event-stream' } }),
    ),
  );
  const heard = streams.map(async ({ body }) => {
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: next')) return true;
    }
    return text;
  });
  await send('/public/action/clients/create', { body: { name: 'Heard of AG' } });
  expect(await Promise.all(heard)).toEqual([true, true]);
});

/** The count of all workers, from one of them. */
async function counted(operation: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await send('/metrics', { headers })).text();
  expect(text).toMatch(/^actiongraph_info\{version="[^"]+"\} 1$/m);
  const metric = `actiongraph_request_duration_seconds_count{door="rest",operation="${operation}",status="200"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(metric))
      ?.slice(metric.length) ?? 0,
  );
}

test('shows the metrics of all workers, whichever is called', async () => {
  for (let at = 0; at < 4; at += 1) await send('/public/action/payableInvoices/search');
  await vi.waitFor(async () => {
    expect([
      await counted('GET payableInvoices/search'),
      await counted('GET payableInvoices/search'),
    ]).toEqual([4, 4]);
  }, patience);
});

/** Begins to send a client. Returns a function that sends the rest and resolves with the status. */
async function beginUpload(name: string): Promise<() => Promise<number>> {
  const headers = {
    'x-api-key': ours.key,
    'content-type': 'application/json',
    expect: '100-continue',
  };
  const sent = request(`${service.url}/public/action/clients/create`, {
    ...{ agent: false, method: 'POST', headers },
  });
  // The worker has read the headers.
  await untilContinue(sent.on('error', () => undefined));
  const body = JSON.stringify({ name });
  sent.write(body.slice(0, 5));
  return async () => {
    const returned = once(sent, 'response');
    sent.end(body.slice(5));
    const [response] = (await returned) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  };
}

const ask = async (query: string) => (await send('/graphql', { body: { query } })).json();

test('replaces workers after a kill and on SIGHUP, without a lost request or a lost event of a stream that continues at another worker', async () => {
  const former = [...workersOf('each-')];
  const { data } = await ask('{ events(after: "now") { place } }');
  const from = data.events.place as string;
  let count: (awaited: number) => void = () => undefined;
  const awaited = new Promise<number>((resolve) => {
    count = resolve;
  });
  // Of connections that come one after the other each worker gets one: the one that is killed has a stream as well.
  const streams = [1, 2, 3, 4].map(() =>
    followCut(
      () => [service],
      {
        key: ours.key,
        query: 'subscription { recordChanged(types: [CLIENT]) { id kind } }',
      },
      { awaited, from, mostTold: 1_000_000, random: () => 0.5 },
    ),
  );
  killProcess(former[0], 'SIGKILL');
  await service.logged('a worker ended');
  for (const round of isLongRun ? [1, 2] : [1]) {
    const { stop, load } = startLoad(service.url, ours.key);
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(10), patience);
    // As many as there are workers, so that each of them has one.
    const uploads = await Promise.all([1, 2].map((at) => beginUpload(`Upload ${round} ${at}`)));
    const drained = () => lines().filter(({ msg }) => msg === 'draining').length;
    const before = drained();
    killProcess(service.pid, 'SIGHUP');
    await vi.waitFor(() => expect(drained()).toBeGreaterThan(before), patience);
    expect(await Promise.all(uploads.map((finish) => finish()))).toEqual([200, 200]);
    await vi.waitFor(
      () =>
        expect(lines().filter(({ msg }) => msg === 'workers were replaced')).toHaveLength(round),
      patience,
    );
    expect((await stop()).lost).toEqual([]);
  }
  const made = await clientsMadeBehind(ask, from);
  expect(made.length).toBeGreaterThan(20);
  count(made.length);
  expect(await Promise.all(streams)).toEqual(streams.map(() => made));
  for (let at = 0; at < 4; at += 1) {
    await send('/public/action/clients/list', { headers: { 'x-request-id': `later-${at}` } });
  }
  await vi.waitFor(() => expect(workersOf('later-').size).toBe(2), patience);
  for (const worker of former) expect(workersOf('later-')).not.toContain(worker);
});

test('rejects a revoked key at every worker', async () => {
  const [{ id = '' } = {}] = await ours.home.database.prisma.apiKey.findMany({
    where: { accountId: ours.accountId },
  });
  const args = ['keys', 'revoke', id, '--workspace', String(ours.accountId)];
  const other = await folder.json<{ key: string }>(
    ['keys', 'create', '--workspace', String(ours.accountId), '--name', 'Other'],
    { DATABASE_URL: ours.home.url },
  );
  expect((await folder.runHere(args, { DATABASE_URL: ours.home.url })).code).toBe(0);
  for (let at = 0; at < 4; at += 1) {
    await vi.waitFor(
      async () => expect((await send('/public/action/clients/list')).status).toBe(401),
      patience,
    );
  }
  ours.key = other.key;
});

test('on shutdown responds on every accepted connection', async () => {
  const { ended, load } = startLoad(service.url, ours.key);
  await vi.waitFor(() => expect(load.answered).toBeGreaterThan(10), patience);
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  expect((await ended).lost).toEqual([]);
});

test('reports a used port once', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as { port: number };
  const settings = { DATABASE_URL: ours.home.url, PORT: String(port) };
  const { code, stderr } = await folder.run(['serve', '--workers', '2'], settings);
  squatter.close();
  expect(code).toBe(1);
  expect(stderr.match(/is in use/g)).toHaveLength(1);
});
