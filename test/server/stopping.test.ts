import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { listen } from '../../src/http/http-server.ts';
import { ask, startUnderLoad, stopUnderLoad } from '../support/connection-load.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let home: TestDatabase;
let key: string;

beforeAll(async () => {
  home = await createTestDatabase();
  const settings = { name: 'Stopping', ownerEmail: 's@stopping.example' };
  ({ key } = await createWorkspace(home.database.prisma, settings, new Date()));
});
afterAll(() => home.drop());

test('clients that stop when /ready returns 503 lose no request, each on a new connection', async () => {
  for (let stop = 0; stop < 3; stop += 1) {
    const { service, answers, end } = await startUnderLoad(home.url, key);
    const closed = service.close();
    expect(await ask(`${service.url}/ready`, key)).toBe(503);
    expect(await ask(`${service.url}/health`, key)).toBe(200);
    await end();
    await closed;
    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
  }
});

test('clients that do not stop get no connection reset, each on a new connection', async () => {
  expect(await stopUnderLoad(home.url, key, 300)).toEqual([]);
});

/** A server that answers whatever it is asked, and a way to ask it on a connection of one's own. */
async function answering() {
  const { server, port, drain } = await listen('127.0.0.1', 0);
  server.on('request', (_, response) => response.end('answered'));
  return { server, drain, url: `http://127.0.0.1:${port}`, port };
}

test('a connection that waits in the accept queue at shutdown gets a response', async () => {
  const { drain, url } = await answering();
  const drained = drain(60_000, { acceptTimeoutMs: 100 });
  // All of them are connected while the service gets no time, until after the end.
  const requested = Array.from({ length: 12 }, () => ask(url, key));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  expect(await Promise.all(requested)).toEqual(Array(12).fill(200));
  expect(await drained).toBe(0);
});

test('a connection that opens while the service is busy at shutdown gets a response', async () => {
  const { server, drain, url } = await answering();
  const held = new Int32Array(new SharedArrayBuffer(4));
  const sent: Promise<number | string>[] = [];
  // A request that blocks the event loop while two connections arrive.
  server.prependOnceListener('request', () => {
    Atomics.wait(held, 0, 0, 150);
    sent.push(ask(url, key), ask(url, key));
    Atomics.wait(held, 0, 0, 10);
  });
  const first = ask(url, key);
  const drained = drain(60_000, { acceptTimeoutMs: 1 });
  expect([await first, ...(await Promise.all(sent))]).toEqual([200, 200, 200]);
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
