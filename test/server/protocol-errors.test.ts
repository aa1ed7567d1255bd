import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/cluster/running-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { handleProtocolErrors } from '../../src/server/protocol-errors.ts';
import { startServer } from '../../src/server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { errorsInBody } from '../support/routes.ts';

/** Requests that no client library sends, on a raw connection. */

let database: TestDatabase;
let service: RunningServer;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { name: 'Wired', ownerEmail: 'owner@wired.example' };
  key = (await createWorkspace(database.database.prisma, settings, new Date())).key;
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url });
  service = await startServer(config, { log: createLogger('silent', { write: () => undefined }) });
});

afterAll(async () => {
  await service.close();
  await database.drop();
});

interface Exchange {
  /** Every received status, including 100. */
  statuses: number[];
  headers: Headers;
  body: string;
}

/** Sends a text as it is, and reads until the service ends the connection. */
async function exchange(...parts: string[]): Promise<Exchange> {
  const socket = connect(service.port, '127.0.0.1');
  const [first = '', ...later] = parts;
  socket.write(first);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    text += chunk;
    if (text.includes('100 Continue')) for (const part of later.splice(0)) socket.write(part);
  }
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = last.split('\r\n\r\n');
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string]);
  return { statuses, headers: new Headers(headers), body };
}

const request = (...lines: string[]) => [...lines, '', ''].join('\r\n');

/** Expects an answer in the form of every error, with this status and code. */
async function expectError(sent: string, status: number, code: string): Promise<void> {
  const { statuses, headers, body } = await exchange(sent);
  const answer = { status: statuses[0] ?? 0, body: JSON.parse(body), headers };
  expect([statuses, answer.body.code]).toEqual([[status], code]);
  expect(errorsInBody(answer)).toEqual([]);
}

describe('HTTP/1.0 without Host', () => {
  test.each(['/health', '/ready'])('is served at %s, as probes send it', async (path) => {
    const { statuses } = await exchange(request(`GET ${path} HTTP/1.0`));
    expect(statuses).toEqual([200]);
  });

  test('is served by REST', async () => {
    const lines = ['GET /public/action/clients/list HTTP/1.0', `X-API-KEY: ${key}`];
    expect(await exchange(request(...lines))).toMatchObject({ statuses: [200], body: '[]' });
  });
});

describe('requests that HTTP rejects get the JSON of every error', () => {
  test('HTTP/1.1 without Host', () =>
    expectError(request('GET /health HTTP/1.1'), 400, 'malformed_request'));

  test('a Host that is none', () =>
    expectError(
      request('GET /health HTTP/1.1', 'Host: a b/c', 'Connection: close'),
      400,
      'malformed_request',
    ));

  test('bytes that are no HTTP', () => expectError('BREW\r\n\r\n', 400, 'malformed_request'));

  test('headers larger than 16 kB', () =>
    expectError(
      request('GET /health HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`),
      431,
      'headers_too_large',
    ));

  test('a request that does not arrive in time', async () => {
    const server = createServer();
    handleProtocolErrors(server);
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const bytes = new PassThrough();
    server.emit('clientError', late, bytes);
    const text = await readText(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ code: 'request_timeout' });
  });

  test('an expectation that is not 100-continue', () =>
    expectError(
      request('GET /health HTTP/1.1', 'Host: x', 'Expect: a miracle', 'Connection: close'),
      417,
      'expectation_failed',
    ));
});

describe('Expect: 100-continue', () => {
  const client = (keyUsed: string, length: number) =>
    request(
      'POST /public/action/clients/create HTTP/1.1',
      'Host: x',
      `X-API-KEY: ${keyUsed}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'Expect: 100-continue',
    );

  test('does not continue with an invalid key', async () => {
    const { statuses, headers } = await exchange(client('wrong', 10));
    expect([statuses, headers.get('connection')]).toEqual([[401], 'close']);
  });

  test('does not continue with a body that is too large', async () => {
    expect((await exchange(client(key, 99_999_999))).statuses).toEqual([413]);
  });

  test('continues otherwise, and keeps its connection', async () => {
    const body = JSON.stringify({ name: 'Asked first' });
    const next = request('GET /health HTTP/1.1', 'Host: x', 'Connection: close');
    const { statuses } = await exchange(client(key, body.length), body, next);
    expect(statuses).toEqual([100, 200, 200]);
  });
});

test('a connection that is reset is no error of the service', async () => {
  const socket = connect(service.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /health HT');
  socket.resetAndDestroy();
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
});
