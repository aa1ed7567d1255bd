import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/rest/openapi/openapi-document.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

test('the committed document is what the code prints; `npm run openapi` prints it anew', () => {
  expect(JSON.parse(JSON.stringify(createOpenApiDocument()))).toEqual(committed);
});

test('the service serves the document, without a key', async () => {
  const { status, body, headers } = await api.request('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(body).toEqual(committed);
});

test('the document names the server it is printed for', () => {
  const { servers } = createOpenApiDocument({ serverUrl: 'https://api.example.com' });
  expect(servers?.map(({ url }) => url)).toEqual(['https://api.example.com']);
});

test('a key, a token and a cookie are each a way of saying who asks', () => {
  const { components, security } = createOpenApiDocument();
  expect(security).toEqual([{ 'X-API-KEY': [] }, { Bearer: [] }, { Cookie: [] }]);
  expect(components?.securitySchemes).toMatchObject({
    'X-API-KEY': { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
    Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    Cookie: { type: 'apiKey', in: 'cookie', name: '__Secure-actiongraph.session_token' },
  });
});
