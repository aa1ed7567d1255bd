import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { listen } from '../../src/http/http-server.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startServer } from '../../src/server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let home: TestDatabase;
let key: string;

beforeAll(async () => {
  home = await createTestDatabase();
  const settings = { name: 'Stopping', ownerEmail: 's@stopping.example' };
  ({ key } = await createWorkspace(home.database.prisma, settings, new Date()));
});
afterAll(() => home.drop());

/** A request on a connection of its own; the status, or the code of the connection's error. */
function ask(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve('cut'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

/** A service under 24 loops of requests, each on a connection of its own, until the loops are told to end. */
async function underLoad() {
  const log = createLogger('silent');
  const service = await startServer(readConfig({ PORT: '0', DATABASE_URL: home.url }), { log });
  const answers: (number | string)[] = [];
  let isOver = false;
  const loop = async () => {
    while (!isOver) answers.push(await ask(`${service.url}/public/action/vendors/list`));
  };
  const loops = Array.from({ length: 24 }, loop);
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(100);
  return {
    service,
    answers,
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

test('clients that stop when /ready says 503 lose no request, each on a connection of its own', async () => {
  for (let stop = 0; stop < 3; stop += 1) {
    const { service, answers, end } = await underLoad();
    const closed = service.close();
    expect(await ask(`${service.url}/ready`)).toBe(503);
    expect(await ask(`${service.url}/health`)).toBe(200);
    await end();
    await closed;
    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
  }
});

/** A server that answers whatever it is asked, and a way to ask it on a connection of one's own. */
async function answering() {
  const { server, port, drain } = await listen('127.0.0.1', 0);
  server.on('request', (_, response) => response.end('answered'));
  return { server, drain, url: `http://127.0.0.1:${port}`, port };
}

test('who waits at the door at the end of accepting is answered, however busy the machine was', async () => {
  const { drain, url } = await answering();
  const drained = drain(60_000, { acceptingMillis: 100 });
  // All of them are connected while the service gets no time, until after the end.
  const asked = Array.from({ length: 12 }, () => ask(url));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  expect(await Promise.all(asked)).toEqual(Array(12).fill(200));
  expect(await drained).toBe(0);
});

test('who connects while the service is busy with others at the end of accepting is answered', async () => {
  const { server, drain, url } = await answering();
  const held = new Int32Array(new SharedArrayBuffer(4));
  const asked: Promise<number | string>[] = [];
  // A request that keeps the event loop from looking for connections, of which two come meanwhile.
  server.prependOnceListener('request', () => {
    Atomics.wait(held, 0, 0, 150);
    asked.push(ask(url), ask(url));
    Atomics.wait(held, 0, 0, 10);
  });
  const first = ask(url);
  const drained = drain(60_000, { acceptingMillis: 1 });
  expect([await first, ...(await Promise.all(asked))]).toEqual([200, 200, 200]);
  expect(await drained).toBe(0);
});

test('a connection is waited for that was taken last, and whose request comes late', async () => {
  const { drain, url, port } = await answering();
  const agent = new Agent({ keepAlive: true });
  const used = request(url, { agent }).end();
  const [first] = (await once(used, 'response')) as [IncomingMessage];
  const ended = once(first.resume().socket, 'close');
  const late = connect(port, '127.0.0.1');
  await once(late, 'connect');
  const drained = drain(60_000);
  // The last call is over.
  await ended;
  late.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let text = '';
  for await (const chunk of late.setEncoding('latin1')) text += chunk;
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/);
  expect(await drained).toBe(0);
});
