import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/rest/openapi/openapi-document.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';

const api = useTestApi();
const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const serversAt = (url: string) =>
  createOpenApiDocument({ serverUrl: url }).servers?.map((server) => ({ ...server }));

test('every server of the document has every path', async () => {
  const { paths, servers } = createOpenApiDocument();
  expect(servers?.map(({ url }) => url)).toEqual(['/', '/api']);
  for (const { url = '' } of servers ?? []) {
    for (const path of Object.keys(paths ?? {})) {
      const { status } = await api.request(`${url}${path}`.replace('//', '/'), {
        method: 'OPTIONS',
      });
      expect([path, status]).not.toEqual([path, 404]);
    }
  }
});

test('the committed document is the output of `npm run openapi`', () => {
  expect(JSON.parse(JSON.stringify(createOpenApiDocument()))).toEqual(committed);
});

test('the service serves the document, without a key', async () => {
  const { status, body, headers } = await api.request('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  const description = committed.info.description.replace('http://localhost:4000', testPublicUrl);
  const info = { ...committed.info, description };
  expect(body).toEqual({ ...committed, info, servers: serversAt(testPublicUrl) });
});

test('the document names the server it is printed for', () => {
  const { servers } = createOpenApiDocument({ serverUrl: 'https://api.example.com' });
  expect(servers?.map(({ url }) => url)).toEqual([
    'https://api.example.com',
    'https://api.example.com/api',
  ]);
});

test('a key, a token and a cookie are alternative security schemes', () => {
  const { components, security } = createOpenApiDocument();
  expect(security).toEqual([{ 'X-API-KEY': [] }, { Bearer: [] }, { Cookie: [] }]);
  expect(components?.securitySchemes).toMatchObject({
    'X-API-KEY': { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
    Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    Cookie: { type: 'apiKey', in: 'cookie', name: '__Secure-actiongraph.session_token' },
  });
});
