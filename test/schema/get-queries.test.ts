import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { usePost } from '../support/operations.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const allowedOrigin = 'https://app.example.com';
const api = useTestApi({ corsOrigins: [allowedOrigin] });
const post = usePost(api);

const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  api.request(`/graphql?${new URLSearchParams(parameters)}`, {
    headers: { 'x-api-key': api.ours.key, accept: 'application/json', ...headers },
  });

const codesOf = ({ body }: { body: { errors?: { extensions: { code: string } }[] } }) =>
  body.errors?.map(({ extensions }) => extensions.code);

const clients = 'query Clients($first: Int) { clients(first: $first) { totalCount } }';

describe('the query of a URL', () => {
  test('is run like the query of a body', async () => {
    const { status, body } = await get({
      query: clients,
      operationName: 'Clients',
      variables: '{"first":1}',
      extensions: '{"cost":true}',
    });
    const posted = await post({
      query: clients,
      variables: { first: 1 },
      extensions: { cost: true },
    });
    expect([status, body]).toEqual([200, posted.body]);
    expect(body.extensions.cost.requested).toBeGreaterThan(0);
  });

  test.each([
    ['too deep', `{ workspace ${'{ a '.repeat(100)}${'}'.repeat(100)} }`, '{}'],
    [
      'too costly',
      '{ clients(first: 100) { nodes { projects(first: 100) { nodes { deliverables(first: 100) { nodes { id } } } } } } }',
      '{}',
    ],
    ['a number that loses digits', clients, '{"first":12345678901234567890123}'],
    ['an unknown field', '{ nothing }', '{}'],
    ['a directive for mutations', '{ workspace @idempotent(key: "k") { id } }', '{}'],
  ])('has the limits of one in a body: %s', async (_, query, variables) => {
    const codes = codesOf(await get({ query, variables }));
    expect(codes).toHaveLength(1);
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    expect(codes).toEqual(codesOf(await post(body)));
  });

  test('needs a key', async () => {
    const answer = await api.request(
      `/graphql?query=${encodeURIComponent('{ workspace { id } }')}`,
    );
    expect(answer.status).toBe(401);
  });

  test('is not run if a browser requests a page', async () => {
    const { result, statements } = await recordStatements(async () =>
      api.app.request(`/graphql?query=${encodeURIComponent(clients)}`, {
        headers: { 'x-api-key': api.ours.key, accept: 'text/html,application/json;q=0.9' },
      }),
    );
    expect(result.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await result.text()).toContain('GraphiQL');
    expect(statements).toEqual([]);
  });
});

describe('a cookie is accepted for a GET query only from a deliberate request of a browser', () => {
  const browser = async (origin: string | null, headers: Record<string, string>) => {
    const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const person = new TestBrowser(api);
    await person.signIn(email);
    person.origin = origin;
    Object.assign(person.headers, { accept: 'application/json' }, headers);
    return person;
  };
  const path = `/graphql?query=${encodeURIComponent('{ workspace { id } }')}`;

  test.each([
    ['a page of the service', null, { 'sec-fetch-site': 'same-origin' }],
    ['an allowed origin', allowedOrigin, { 'sec-fetch-site': 'cross-site' }],
    ['a header that needs a preflight', null, { 'graphql-require-preflight': 'true' }],
    ['the header of Apollo Client', null, { 'x-apollo-operation-name': 'Clients' }],
    ['the content type JSON', null, { 'content-type': 'application/json' }],
  ])('%s', async (_, origin, headers) => {
    const { status, body } = await (await browser(origin, headers as never)).get(path);
    expect([status, body]).toEqual([200, { data: { workspace: { id: expect.any(String) } } }]);
  });

  test.each([
    ['nothing', null, {}],
    ['another origin', 'https://evil.example', { 'sec-fetch-site': 'cross-site' }],
    ['an address that was typed', null, { 'sec-fetch-site': 'none' }],
    ['another host of the site', null, { 'sec-fetch-site': 'same-site' }],
    ['a simple content type', null, { 'content-type': 'text/plain' }],
  ])('but not with %s', async (_, origin, headers) => {
    const answer = await (await browser(origin, headers as never)).get(path);
    expect([answer.status, codesOf(answer)]).toEqual([403, ['origin_not_allowed']]);
  });

  test('reads of REST take the cookie as before', async () => {
    const person = await browser(null, {});
    expect((await person.get('/public/action/clients/list')).status).toBe(200);
  });
});

test('a WebSocket handshake is rejected with a message, before the key is checked', async () => {
  const answer = await createTestApp(api.database).request('/graphql', {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': 'graphql-transport-ws' },
  });
  const { errors } = (await answer.json()) as { errors: { message: string }[] };
  expect([answer.status, errors[0]?.message]).toEqual([
    426,
    expect.stringMatching(/server-sent events.*docs\/frontends\.md/),
  ]);
});
