import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOriginMatcher, originPatternError } from '../../src/config/allowed-origins.ts';
import { useTestApi } from '../support/api.ts';
import { useDataFolder } from '../support/service.ts';

const api = useTestApi();
const folder = useDataFolder();
const app = 'https://app.example.com';
let url: string;
let key: string;
let close: () => Promise<unknown>;

beforeAll(async () => {
  const CORS_ORIGINS = `${app}, https://*.studio.example`;
  const service = await folder.serve({ DATABASE_URL: api.databaseUrl, CORS_ORIGINS });
  url = service.url;
  key = api.ours.key;
  const clients = Array.from({ length: 20 }, (_, index) => `Client ${index}`);
  for (const name of clients) await api.ours.post('clients/create', { name });
  close = () => service.end('SIGTERM');
});
afterAll(() => close());

const preflight = (path: string, origin: string, method = 'POST') =>
  fetch(`${url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,if-match,x-api-key',
    },
  });

describe('a page of an allowed origin', () => {
  test.each([
    ...['/graphql', '/public/action/clients/create', '/api/zapier/action/clients/list'],
    '/auth/sign-in/email',
  ])('passes the preflight without a key: %s', async (path) => {
    for (const origin of [app, 'https://beta.studio.example', 'https://a.b.studio.example']) {
      const { status, headers } = await preflight(path, origin);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-headers')).toBe('content-type,if-match,x-api-key');
      expect(headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(headers.get('access-control-max-age')).toBe('7200');
      expect(headers.get('vary')).toContain('Origin');
      // For a page of the same site: browsers send cookies from no other.
      expect(headers.get('access-control-allow-credentials')).toBe('true');
    }
  });

  test('may read responses and errors in both APIs, and the headers that it needs', async () => {
    const call = (path: string, apiKey: string, body?: unknown) =>
      fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { origin: app, 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const answers = [
      await call('/public/action/clients/list', key),
      await call('/public/action/clients/list', 'wrong'),
      await call('/public/action/nothing/here', key),
      await call('/graphql', key, { query: '{ clients(first: 1) { totalCount } }' }),
      await call('/graphql', 'wrong', { query: '{ __typename }' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 200, 401]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(app);
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
      expect(headers.get('access-control-expose-headers')).toContain('Ignored-Parameters');
      expect(headers.get('access-control-expose-headers')).toContain('Preference-Applied');
      expect(headers.get('access-control-expose-headers')).toContain('RateLimit,RateLimit-Policy');
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  test('follows changes', async () => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        origin: app,
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: 'subscription { recordChanged { id } }' }),
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe(app);
    await answer.body?.cancel();
  });
});

describe('a page of another origin', () => {
  const others = [
    'https://app.example.com.evil.example',
    'https://studio.example',
    'https://evilstudio.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://beta.studio.example:8443',
    'https://x@beta.studio.example',
    'null',
  ];

  test('gets the reason in its preflight, and may read nothing', async () => {
    for (const origin of others) {
      const { headers, status, ...answer } = await preflight('/graphql', origin).then(
        async (response) => ({
          headers: response.headers,
          status: response.status,
          body: (await response.json()) as { code: string; message: string },
        }),
      );
      expect([origin, status, answer.body.code]).toEqual([origin, 403, 'origin_not_allowed']);
      expect(answer.body.message).toContain('CORS_ORIGINS');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const answer = await fetch(`${url}/public/action/clients/list`, {
      headers: { origin: 'https://studio.example', 'x-api-key': key },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  test('may not call if no origin is configured', () => {
    expect(createOriginMatcher([])(app)).toBe(false);
  });
});

test('every response forbids browsers to guess its type, and other origins to embed it', async () => {
  const paths = [
    '/',
    '/graphql',
    '/public/action/clients/list',
    '/public/action/nothing',
    '/auth/jwks',
  ];
  paths.push('/books/csv/clients.csv', '/openapi.json', '/schema.graphql', '/health', '/nowhere');
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(url + path, { headers: { 'x-api-key': key } });
      await response.body?.cancel();
      return response;
    }),
  );
  responses.push(
    await preflight('/graphql', app),
    await preflight('/graphql', 'https://x.example'),
  );
  for (const { headers } of responses) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  socket.end('NO HTTP\r\n\r\n');
  const unreadable = (await socket.toArray()).join('');
  expect(unreadable).toContain('\r\nx-content-type-options: nosniff\r\n');
  expect(unreadable).toContain('\r\ncross-origin-resource-policy: same-origin\r\n');
});

test('an invalid origin is reported when the service starts', () => {
  const faulty = [
    '*',
    'app.example.com',
    'https://app.example.com/',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.com',
    'https://*',
    'https://app.*.example.com',
    'ftp://app.example.com',
    'null',
  ];
  expect(faulty.filter((entry) => originPatternError(entry) === undefined)).toEqual([]);
  const right = ['http://localhost:5173', 'https://*.example.com', 'http://[::1]:3000', app];
  expect(right.map(originPatternError)).toEqual(right.map(() => undefined));
});

interface Raw {
  encoding: string | undefined;
  vary: string | undefined;
  bytes: Buffer;
}

/** An answer as it comes, not unpacked as fetch does. */
function ask(path: string, accepted: string, body?: unknown): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'accept-encoding': accepted,
    };
    const sent = request(`${url}${path}`, { method: body ? 'POST' : 'GET', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          encoding: answer.headers['content-encoding'],
          vary: answer.headers.vary,
          bytes: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const page = { query: '{ clients(first: 20) { nodes { id name notes address1 createdAt } } }' };

test('a large response is compressed with an encoding of the caller, and has the same content', async () => {
  const plain = await ask('/graphql', 'identity', page);
  const brotli = await ask('/graphql', 'gzip, br', page);
  const gzip = await ask('/graphql', 'gzip', page);
  expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
  for (const { vary } of [plain, brotli, gzip]) {
    expect(vary).toContain('Accept-Encoding');
    expect(vary).toContain('Origin');
  }
});

test('a small answer is sent as it is', async () => {
  const { encoding, bytes } = await ask('/graphql', 'br', { query: '{ __typename }' });
  expect([encoding, bytes.toString()]).toEqual([undefined, '{"data":{"__typename":"Query"}}']);
});

test('assets keep the form in which they were packed before', async () => {
  const page = await ask('/docs', 'identity');
  const [, asset = ''] = /src="([^"]+\.js)\?v=/.exec(page.bytes.toString()) ?? [];
  const { encoding, bytes } = await ask(asset, 'br');
  expect(encoding).toBe('br');
  expect(brotliDecompressSync(bytes).length).toBeGreaterThan(bytes.length);
});

test('events are sent as they happen', async () => {
  const abort = new AbortController();
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal: abort.signal,
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'accept-encoding': 'br, gzip',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: 'subscription { recordChanged(types: [CLIENT]) { id } }' }),
  });
  expect(answer.headers.get('content-encoding')).toBeNull();
  const reader = answer.body?.getReader();
  await ask('/public/action/clients/create', 'br', { name: 'Told at once' });
  let text = '';
  while (!text.includes('cli_')) {
    const { value } = (await reader?.read()) ?? {};
    text += Buffer.from(value ?? []).toString();
  }
  expect(text).toContain('cli_');
  abort.abort();
});

test('the schema can be fetched, and is not sent again if it is unchanged', async () => {
  const answer = await fetch(`${url}/schema.graphql`);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, await readFile('schema.graphql', 'utf8')]);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${url}/schema.graphql`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});
