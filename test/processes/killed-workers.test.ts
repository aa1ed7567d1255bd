import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { killProcess } from '../support/kill.ts';
import { type Service, useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const ours = useKeyedDatabase();

/** The worker of a response, from its log line of the request. */
const workerIn = (log: string, requestId: string): number | undefined => {
  const line = log.split('\n').find((one) => one.includes(`"${requestId}"`));
  return line === undefined ? undefined : (JSON.parse(line) as { worker: number }).worker;
};

/** A request on a new connection, sent immediately. Resolves after its response or its abort. */
function request(port: number, requestId: string): Promise<'answered' | 'broken off'> {
  return new Promise((resolve) => {
    let printed = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setEncoding('latin1').on('data', (text: string) => {
      printed += text;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(printed.includes('200 OK') ? 'answered' : 'broken off'));
    const head = `x-api-key: ${ours.key}\r\nx-request-id: ${requestId}\r\nconnection: close`;
    socket.write(`GET /public/action/clients/list HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n`);
  });
}

/** The connection header of a response on a connection that its caller would keep. */
async function logOfConnection(port: number): Promise<string | undefined> {
  const socket = await connected(port);
  socket.write(
    `GET /public/action/clients/list HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${ours.key}\r\n\r\n`,
  );
  const closed = once(socket, 'close').then(() => {
    throw new Error('The connection ended without a response.');
  });
  const [answer] = await Promise.race([once(socket.setEncoding('latin1'), 'data'), closed]);
  socket.destroy();
  return /^connection: (.*)$/im.exec(String(answer))?.[1];
}

/** A connection without data. */
async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const token = 'figures-of-the-service-1';
let service: Service;
beforeAll(async () => {
  service = await folder.serve({
    DATABASE_URL: ours.home.url,
    WORKERS: '2',
    WORKER_SILENCE_SECONDS: '10',
    METRICS_TOKEN: token,
    LOG_LEVEL: 'info',
  });
});

async function totals(): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  return (await fetch(`${service.url}/metrics`, { headers })).text();
}

const bothAnswer = () =>
  expect.poll(totals, { timeout: 60_000 }).toMatch(/^actiongraph_workers\{state="answering"\} 2$/m);

test('a worker that hangs gets hardly a connection, is killed after a time and replaced', async () => {
  const port = Number(new URL(service.url).port);
  await request(port, 'before');
  await expect.poll(() => workerIn(service.stderr(), 'before')).toBeGreaterThan(1);
  const worker = workerIn(service.stderr(), 'before');
  const counted = /^actiongraph_request_duration_seconds_count\{.*"GET clients\/list".*\} (\d+)$/m;
  expect(counted.exec(await totals())?.[1]).toBe('1');
  killProcess(worker, 'SIGSTOP');
  // Of these it gets two: one is on its way to it, and one waits behind that.
  const idle = await Promise.all(Array.from({ length: 6 }, () => connected(port)));
  // New connections go to the other one.
  for (let at = 0; at < 10; at += 1) expect(await request(port, `then-${at}`)).toBe('answered');
  await service.logged('a worker hangs; it is killed');
  await service.logged('a new one replaces it');
  const hangs = service
    .stderr()
    .split('\n')
    .filter((line) => line.includes('a worker hangs'))
    .map((line) => JSON.parse(line) as { worker: number });
  expect(hangs[0]?.worker).toBe(worker);
  await bothAnswer();
  expect(await totals()).toMatch(/^actiongraph_workers_lost_total\{reason="hung"\} [1-9]/m);
  // Its counters continue: Prometheus takes a falling counter for a restart, and the rest for new counts.
  expect(counted.exec(await totals())?.[1]).toBe('11');
  for (const socket of idle) socket.destroy();
});

test('a killed worker blocks no connection that it was about to get', async () => {
  const port = Number(new URL(service.url).port);
  await request(port, 'first');
  await expect.poll(() => workerIn(service.stderr(), 'first')).toBeGreaterThan(1);
  const worker = workerIn(service.stderr(), 'first');
  // A stopped worker accepts nothing: new connections are in its queue when it is killed.
  killProcess(worker, 'SIGSTOP');
  const waiting = Array.from({ length: 40 }, (_, at) => request(port, `at-${at}`));
  // The other one returns those that it was given.
  await Promise.race(waiting);
  killProcess(worker, 'SIGKILL');
  const outcomes = await Promise.all(waiting);
  // The connection in progress ends with the worker. Another worker serves all others.
  expect(outcomes.filter((one) => one === 'broken off').length).toBeLessThanOrEqual(2);
  await service.logged('a worker ended');
  await bothAnswer();
});

test('workers do not outlive a main process that is killed', async () => {
  const found = () =>
    new Set([1, 2, 3, 4].map((at) => workerIn(service.stderr(), `last-${at}`)).filter(Boolean));
  const port = Number(new URL(service.url).port);
  for (const at of [1, 2, 3, 4]) await request(port, `last-${at}`);
  await expect.poll(() => found().size).toBe(2);
  // Resolves when all processes with its output have ended: workers write to the same stream.
  expect(await service.end('SIGKILL')).toMatchObject({ code: null });
  expect(service.stderr().split('the main process ended')).toHaveLength(3);
});

test('a worker beyond the number of processors is on standby, and serves while all others hang', async () => {
  const atWork = Math.max(2, availableParallelism());
  const settings = {
    DATABASE_URL: ours.home.url,
    WORKERS: String(atWork + 1),
    LOG_LEVEL: 'info',
  };
  const service = await folder.serve(settings);
  await service.logged(`"atWork":${atWork}`);
  const port = Number(new URL(service.url).port);
  const requests = Array.from({ length: 2 * (atWork + 1) }, (_, at) => `turn-${at}`);
  for (const id of requests) expect(await request(port, id)).toBe('answered');
  const workersOf = (ids: string[]) =>
    new Set(ids.map((id) => workerIn(service.stderr(), id)).filter((worker) => worker));
  await expect.poll(() => workersOf(requests).size).toBe(atWork);
  const busy = [...workersOf(requests)];
  expect(await logOfConnection(port)).toBe('keep-alive');
  for (const worker of busy) killProcess(worker, 'SIGSTOP');
  // A stopped worker is late when a second connection waits for it. Then the standby worker gets the next one.
  const left: ReturnType<typeof request>[] = [];
  const isTakenOver = async () => {
    left.push(request(port, `left-${left.length}`));
    return workersOf(left.map((_, at) => `left-${at}`)).size > 0;
  };
  await expect.poll(isTakenOver).toBe(true);
  for (let at = 0; at < 5; at += 1) expect(await request(port, `then-${at}`)).toBe('answered');
  await expect.poll(() => workersOf(['then-4']).size).toBe(1);
  expect(busy).not.toContain(workerIn(service.stderr(), 'then-4'));
  // New connections go to the active workers as soon as they respond again.
  expect(await logOfConnection(port)).toBe('close');
  for (const worker of busy) killProcess(worker, 'SIGCONT');
  expect(await Promise.all(left)).toEqual(left.map(() => 'answered'));
  expect((await service.end('SIGTERM')).code).toBe(0);
});
