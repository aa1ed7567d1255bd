import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, useTestApi } from '../support/api.ts';

/**
 * The Node dispatcher serves usual requests to the APIs, and the adapter to the Fetch API serves unusual ones, for
 * example with a host in capitals. Callers must see no difference.
 */

const api = useTestApi();
const bodyLimitBytes = 2_000;

let server: Server;
/** Whether the Node dispatcher served each request. */
const direct: boolean[] = [];

beforeAll(async () => {
  const app = createTestApp(api.database, {
    ...{ bodyLimitBytes, requestsPerMinute: 100_000 },
    corsOrigins: ['https://app.example'],
  });
  const adapted = getRequestListener(app.fetch);
  server = createServer((request, response) => {
    const isTaken = app.dispatchNodeRequest(request, response);
    direct.push(isTaken);
    if (!isTaken) void adapted(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1');

/** The response without values that depend on the time. */
async function ask(host: string, line: string, headers: readonly string[], body: Buffer) {
  const socket = open();
  const head = [`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close', 'X-Request-Id: one'];
  socket.write([...head, ...headers, '', ''].join('\r\n'));
  socket.write(body);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  const end = text.indexOf('\r\n\r\n');
  const [status, ...lines] = text.slice(0, end).split('\r\n');
  const about = lines
    .map((header) => header.replace(/^[\w-]+/, (name) => name.toLowerCase()))
    .filter((header) => !header.startsWith('date:'))
    .sort();
  const changing = /"timestamp":"[^"]*"|(?<=[rt]=)\d+|[a-z]{3}_[0-9a-f]{32}|\d{4}-[-\dT:.]+Z/g;
  return [status, ...about, text.slice(end)].map((one) => one?.replaceAll(changing, '…'));
}

async function compared(line: string, headers: readonly string[], body: Buffer) {
  direct.length = 0;
  const answers = {
    asItIs: await ask('localhost', line, headers, body),
    adapted: await ask('LOCALHOST', line, headers, body),
    direct: [...direct],
  };
  expect(answers.asItIs).toEqual(answers.adapted);
  expect(answers.asItIs[0]).toMatch(/^HTTP\/1\.1 \d+ /);
  return answers;
}

const json = 'Content-Type: application/json';
const key = () => `X-Api-Key: ${api.ours.key}`;
const announced = (body: Buffer | string) => `Content-Length: ${Buffer.byteLength(body)}`;
const chunked = (text: string) =>
  Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`);

const operation = '{"query":"{ __typename }"}';

describe('POST /graphql', () => {
  const line = 'POST /graphql';
  const cases: Record<string, [headers: () => string[], body: string | Buffer]> = {
    'an operation': [() => [key(), json], operation],
    'its newer media type': [
      () => [key(), json, 'Accept: application/graphql-response+json'],
      '{"query":"{ nothing }"}',
    ],
    'nothing but events': [() => [key(), json, 'Accept: text/event-stream'], operation],
    'no key': [() => [json], operation],
    'an unknown key': [() => [`${key().slice(0, -3)}aaa`, json], operation],
    'two keys': [() => [key(), key(), json], operation],
    'two tokens': [() => ['Authorization: Bearer a', 'Authorization: Bearer b', json], operation],
    'two types': [() => [key(), json, 'Content-Type: text/plain'], operation],
    'a page of an allowed origin': [() => [key(), json, 'Origin: https://app.example'], operation],
    'a page of another origin': [() => [key(), json, 'Origin: https://evil.example'], operation],
    'an origin without a key': [() => [json, 'Origin: https://app.example'], operation],
    'a session that is none': [() => [json, 'Cookie: actiongraph.session_token=x.y'], operation],
    'an answer that is packed': [
      () => [key(), json, 'Accept-Encoding: gzip'],
      '{"query":"{ __schema { types { name description fields { name description } } } }"}',
    ],
    'another type': [() => [key(), 'Content-Type: text/plain'], operation],
    'no body': [() => [key()], ''],
    'what is no UTF-8': [() => [key(), json], Buffer.from([0x22, 0xe9, 0x22])],
    'what is no JSON': [() => [key(), json], '{"query":'],
    'a body that is packed': [() => [key(), json, 'Content-Encoding: gzip'], operation],
    'a body beyond the limit': [() => [key(), json], `"${' '.repeat(bodyLimitBytes)}"`],
    'a change': [
      () => [key(), json],
      '{"query":"mutation { createVendor(input: { name: \\"\\" }) { __typename } }"}',
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, [headers, sent]) => {
    const body = Buffer.from(sent);
    const answers = await compared(line, [...headers(), announced(body)], body);
    expect(answers.direct).toEqual([true, false]);
  });

  test.each([
    ['a body', operation],
    ['one beyond the limit', `"${' '.repeat(bodyLimitBytes)}"`],
  ])('%s in chunks', async (_, text) => {
    const answers = await compared(
      line,
      [key(), json, 'Transfer-Encoding: chunked'],
      chunked(text),
    );
    expect(answers.direct).toEqual([true, false]);
  });
});

describe('REST', () => {
  const cases: [line: string, body: string, isDirect: boolean][] = [
    ['GET /public/action/clients/list', '', true],
    ['GET /public/action/clients/search?query=caf%C3%A9+%26', '', true],
    ['GET /public/action/clients/search?query=caf%E9', '', true],
    ['GET /public/action/clients/search?query="<x>#y', '', true],
    ['GET /public/action/clients/search', '', true],
    ['PATCH /public/action/clients/update', '{"id":"cli_none"}', true],
    ['HEAD /public/action/clients/list', '', false],
    ['GET /public/action/clients/list/', '', false],
    ['GET /public/action/clients/nothing', '', false],
    ['GET /zapier/action/clients/list', '', true],
    ['POST /public/action/clients/create', '{"name":""}', true],
    ['POST /public/action/clients/create', '{"nam', true],
    ['DELETE /public/action/clients/create', '', false],
  ];
  test.each(cases)('%s %s', async (line, body, isDirect) => {
    const headers = [key(), json, announced(body)];
    const answers = await compared(line, headers, Buffer.from(body));
    expect(answers.direct).toEqual([isDirect, false]);
  });
});

test.each([
  ['POST /public/action/clients/create', '{"name":"Done once"}'],
  [
    'POST /graphql',
    '{"query":"mutation { createVendor(input: { name: \\"Once\\" }) { __typename } }"}',
  ],
])('%s with a key is executed once, over either dispatcher', async (line, sent) => {
  const headers = [key(), json, `Idempotency-Key: ${line.length}`, announced(sent)];
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  direct.length = 0;
  for (const host of ['localhost', 'localhost', 'LOCALHOST']) {
    answers.push(await ask(host, line, headers, Buffer.from(sent)));
  }
  expect(direct).toEqual([true, true, false]);
  const [first, ...replays] = answers;
  expect(first?.[0]).toBe('HTTP/1.1 200 OK');
  expect(first).not.toContain('idempotency-replayed: true');
  for (const replay of replays) {
    expect(replay).toContain('idempotency-replayed: true');
    expect(replay.at(-1)).toBe(first?.at(-1));
  }
});

test('a change that expects another version is rejected, whichever way it comes', async () => {
  const { body: client } = await api.ours.post('clients/create', { name: 'Changed twice' });
  const body = Buffer.from(JSON.stringify({ id: client.id, city: 'Graz' }));
  const headers = [key(), json, 'If-Match: "7"', announced(body)];
  const answers = await compared('PATCH /public/action/clients/update', headers, body);
  expect(answers.asItIs[0]).toBe('HTTP/1.1 412 Precondition Failed');
  expect(answers.direct).toEqual([true, false]);
});

test('a completely sent request is executed, although its caller disconnects immediately', async () => {
  const body = JSON.stringify({ name: 'Left behind' });
  const socket = open();
  const head = ['POST /public/action/clients/create HTTP/1.1', 'Host: localhost', key(), json];
  await new Promise<void>((resolve) => {
    const sent = [...head, announced(body), '', body].join('\r\n');
    socket.write(sent, () => resolve());
  });
  socket.destroy();
  const clients = async () => (await api.ours.get('clients/search', { query: 'Left behind' })).body;
  await expect.poll(clients).toHaveLength(1);
});

test('a rejected body that continues is not read forever: the connection ends', async () => {
  const socket = open();
  const head = ['POST /graphql HTTP/1.1', 'Host: localhost', key(), json];
  socket.write([...head, 'Content-Length: 5000000', '', 'x'].join('\r\n'));
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  expect(text).toContain('body_too_large');
});
