import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as afterThisTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { expect, test, vi } from 'vitest';
import { AdmissionControl, defaultAdmissionLimits } from '../../src/limits/admission-control.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createLoadShedder } from '../../src/server/load-shedding.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';

const limits = { slots: 5, queueSize: 12, timeoutMs: 60_000 };

/** Requests that run until the test ends them. */
function occupied(admission: AdmissionControl) {
  const running: { caller: string; end: () => void }[] = [];
  const outcomes: Promise<string>[] = [];
  return {
    running,
    ask: (caller: string) => {
      const outcome = admission
        .run(caller, () => new Promise<void>((end) => running.push({ caller, end })))
        .then(
          () => 'answered',
          ({ code }) => code as string,
        );
      outcomes.push(outcome);
      return outcome;
    },
    /** Ends the oldest, and lets the next one in. */
    endFirst: async () => {
      running.shift()?.end();
      await new Promise(setImmediate);
    },
    outcomes,
  };
}

test('requests beyond slots and queue are rejected immediately, queued ones are served', async () => {
  const { ask, endFirst, outcomes, running } = occupied(new AdmissionControl(limits));
  for (const caller of ['1', '2', '3']) for (let n = 0; n < 4; n += 1) void ask(caller);
  expect(running).toHaveLength(5);
  const denied: string[] = [];
  for (let n = 0; n < 20; n += 1) void ask('1').then((outcome) => denied.push(outcome));
  await new Promise(setImmediate);
  expect(denied.length).toBeGreaterThan(0);
  expect(new Set(denied)).toEqual(new Set(['database_unavailable']));
  for (let n = 0; n < 40; n += 1) await endFirst();
  const all = await Promise.all(outcomes);
  expect(all.slice(0, 12)).toEqual(Array(12).fill('answered'));
});

test('callers take turns, and one with many requests leaves slots and queue to others', async () => {
  const { ask, endFirst, running } = occupied(new AdmissionControl(limits));
  for (let n = 0; n < 30; n += 1) void ask('greedy');
  await new Promise(setImmediate);
  // Four fifths of the slots.
  expect(running.map(({ caller }) => caller)).toEqual(Array(4).fill('greedy'));
  void ask('modest');
  expect(running.at(-1)?.caller).toBe('modest');
  void ask('modest');
  void ask('third');
  await endFirst();
  await endFirst();
  await endFirst();
  expect(
    running
      .slice(-3)
      .map(({ caller }) => caller)
      .sort(),
  ).toEqual(['greedy', 'modest', 'third']);
});

test('a queued request is rejected at its timeout if the database does not respond', async () => {
  const { ask } = occupied(new AdmissionControl({ slots: 1, queueSize: 4, timeoutMs: 1 }));
  void ask('1');
  expect(await ask('1')).toBe('database_unavailable');
});

test('a request that waits for its caller lends its slot to others, and gets one back without the queue', async () => {
  const admission = new AdmissionControl({ slots: 1, queueSize: 4, timeoutMs: 60_000 });
  let arrived = () => {};
  const body = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const slow = admission.run('slow', (slot) => slot.releaseWhile(() => body));
  const other = occupied(admission);
  void other.ask('other');
  expect(other.running).toHaveLength(1);
  arrived();
  await slow;
  await other.endFirst();
  expect(await Promise.all(other.outcomes)).toEqual(['answered']);
});

test('a pool of ten takes a thousand that wait', () => {
  expect(defaultAdmissionLimits(10)).toEqual({ slots: 20, queueSize: 1_000, timeoutMs: 10_000 });
});

const api = useTestApi();

test('in both APIs a request is rejected before its key is looked up, or served completely', async () => {
  const database = openTestDatabase({ url: api.databaseUrl, poolSize: 1, maxWaiting: 0 });
  const app = createTestApp(database, {
    admission: new AdmissionControl({ slots: 2, queueSize: 4, timeoutMs: 60_000 }),
  });
  const send = (path: string, body: object) =>
    app.request(path, {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // Several statements each, and a pool that rejects callers without admission.
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => [
      send('/public/action/timeWorked/create', {
        clientName: `Client ${n}`,
        projectName: 'Website',
        createClient: true,
        createProject: true,
        timerStart: '2026-03-02T09:00:00Z',
        timerEnd: '2026-03-02T10:00:00Z',
      }),
      send('/graphql', { query: '{ clients(first: 1) { totalCount edges { node { id } } } }' }),
    ]).flat(),
  );
  const reported = await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      body: await answer.json(),
    })),
  );
  const refused = reported.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(20);
  expect(reported.length - refused.length).toBeGreaterThan(2);
  for (const { status, headers, body } of refused) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(body.code ?? body.errors[0].extensions.code).toBe('database_unavailable');
  }
  for (const { status, body } of reported) if (status === 200) expect(body.errors).toBeUndefined();
  expect((await app.request('/health')).status).toBe(200);
  await database.close();
});

test('over HTTP requests beyond the queue are rejected in the format of their API, and probes are served', async () => {
  const admission = new AdmissionControl({ slots: 1, queueSize: 1, timeoutMs: 60_000 });
  const lines: string[] = [];
  const failed: unknown[][] = [];
  const refuses = createLoadShedder(
    admission,
    createLogger('info', { write: (line) => lines.push(line) }),
    { recordFailure: (...one) => failed.push(one) },
  );
  const server = createServer((request, response) => {
    if (!refuses(request, response)) response.end('worked on');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'x-api-key': 'ag_1_key', 'x-request-id': 'mine' };
  let end = () => {};
  const busy = admission.run('1', () => new Promise<void>((resolve) => (end = resolve)));
  const waiting = admission.run('1', async () => undefined);
  const rest = await fetch(`${url}/public/action/clients/list?query=x`, { headers });
  expect(rest.status).toBe(503);
  expect(rest.headers.get('retry-after')).toBe('1');
  expect(await rest.json()).toMatchObject({
    code: 'database_unavailable',
    path: '/public/action/clients/list',
    requestId: 'mine',
  });
  const graphql = await fetch(`${url}/graphql`, { method: 'POST', body: '{}', headers });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await graphql.json()).toEqual({
    errors: [
      {
        message: expect.any(String),
        extensions: { code: 'database_unavailable', requestId: 'mine', retryAfterSeconds: 1 },
      },
    ],
  });
  expect(await (await fetch(`${url}/ready`, { headers })).text()).toBe('worked on');
  expect(failed).toEqual([
    ['database_unavailable', 1],
    ['database_unavailable', 1],
  ]);
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', refused: expect.any(Number) });
  end();
  await Promise.all([busy, waiting]);
  expect(await (await fetch(`${url}/graphql`, { headers })).text()).toBe('worked on');
  server.close();
  server.closeAllConnections();
});

test('all requests that waited long for their rejection get it together', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const admission = new AdmissionControl({ slots: 1, queueSize: 0, timeoutMs: 60_000 });
  const refuses = createLoadShedder(admission, createLogger('silent'));
  void admission.run('1', () => new Promise(() => undefined));
  const request = { url: '/graphql', method: 'POST', headers: { 'x-api-key': 'ag_1_key' } };
  let returned = 0;
  // An answer takes a millisecond, as under load.
  const end = () => {
    returned += 1;
    now += 1;
  };
  const response = { writeHead: () => undefined, end };
  for (let n = 0; n < 500; n += 1) refuses(request as never, response as never);
  for (let turn = 0; turn < 8; turn += 1) {
    now += 30;
    vi.advanceTimersByTime(30);
  }
  expect(returned).toBe(500);
  clock.mockRestore();
  vi.useRealTimers();
});

test('if requests are slow, the queue accepts fewer', async () => {
  const { ask, endFirst, outcomes } = occupied(
    new AdmissionControl({ slots: 5, queueSize: 100, timeoutMs: 10 }),
  );
  // With the initial estimate of the speed, and with the reserve for bursts, a fifth of the queue. One caller gets four
  // fifths of it.
  for (let n = 0; n < 40; n += 1) void ask('1');
  await endFirst();
  const rejectedImmediately = await Promise.race([
    Promise.all(outcomes.slice(20)),
    afterThisTurn('late'),
  ]);
  expect(rejectedImmediately).toEqual(Array(20).fill('database_unavailable'));
});

test('idle time does not count as slow work', async () => {
  const admission = new AdmissionControl({ slots: 5, queueSize: 100, timeoutMs: 10_000 });
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const { ask, endFirst, running } = occupied(admission);
  void ask('1');
  await endFirst();
  vi.advanceTimersByTime(600_000);
  const refused: string[] = [];
  for (let n = 0; n < 6; n += 1) void ask('1');
  await endFirst();
  for (let n = 0; n < 60; n += 1) void ask('1').then((outcome) => refused.push(outcome));
  await afterThisTurn();
  expect(refused).toEqual([]);
  expect(running).toHaveLength(4);
  vi.useRealTimers();
});

/** The lines of a log at the level info. */
function linesOfLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }) };
}

test('a caller that disconnects in the queue causes no work and one log line', async () => {
  const admission = new AdmissionControl({ slots: 1, queueSize: 10, timeoutMs: 60_000 });
  const { lines, log } = linesOfLog();
  const app = createTestApp(api.database, { admission, log });
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { accountId, key } = api.ours;
  const busy = occupied(admission);
  void busy.ask('busy');
  const send = async (path: string, body: object) => {
    const sent = request({ port, path, method: 'POST' }).on('error', () => {});
    sent.setHeader('x-api-key', key).setHeader('content-type', 'application/json');
    const [connected, requested] = [once(server, 'connection'), once(server, 'request')];
    sent.end(JSON.stringify(body));
    const [socket] = (await connected) as [Socket];
    await requested;
    return { sent, socket };
  };
  const rest = '/public/action/clients/create';
  const create = 'mutation { createClient(input: { name: "Gone" }) { __typename } }';
  const impatient = [await send(rest, { name: 'Gone' }), await send('/graphql', { query: create })];
  const { sent: patient } = await send(rest, { name: 'Stayed' });
  for (const { sent, socket } of impatient) {
    const closed = once(socket, 'close');
    sent.destroy();
    await closed;
  }
  await busy.endFirst();
  const [answer] = (await once(patient, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  const names = await api.database.prisma.client.findMany({
    where: { accountId, name: { in: ['Gone', 'Stayed'] } },
    select: { name: true },
  });
  expect(names).toEqual([{ name: 'Stayed' }]);
  const received = lines.map(({ level, msg, path, status, code }) => [
    level,
    msg,
    path,
    status,
    code,
  ]);
  // Both end at the same moment, in either order.
  expect(received.sort()).toEqual(
    [
      ['info', 'request', rest, 499, undefined],
      ['info', 'request', '/graphql', 499, undefined],
      ['info', 'request', rest, 200, undefined],
    ].sort(),
  );
  server.close();
  server.closeAllConnections();
});

test('a rejection by admission control logs the reason', async () => {
  const admission = new AdmissionControl({ slots: 1, queueSize: 1, timeoutMs: 60_000 });
  const { lines, log } = linesOfLog();
  const app = createTestApp(api.database, { admission, log });
  const busy = occupied(admission);
  void busy.ask('');
  void busy.ask('');
  expect((await app.request('/public/action/clients/list')).status).toBe(503);
  expect(lines).toMatchObject([
    { level: 'error', code: 'database_unavailable', reason: expect.stringMatching(/more to do/) },
  ]);
});
