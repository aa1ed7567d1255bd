import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDataFolder } from './support/service.ts';

const folder = useDataFolder();
let url: string;
let key: string;
let close: () => Promise<unknown>;

beforeAll(async () => {
  const service = await folder.serve();
  url = service.url;
  key = service.key as string;
  close = () => service.end('SIGTERM');
});
afterAll(() => close());

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

test('a large answer is packed as the caller can read it, and says the same', async () => {
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

test('the schema can be fetched, and is not sent again where it is the same', async () => {
  const answer = await fetch(`${url}/schema.graphql`);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, await readFile('schema.graphql', 'utf8')]);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${url}/schema.graphql`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});
