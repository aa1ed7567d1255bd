import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createPersistedOperations } from '../../src/schema/endpoint/persisted-operations.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { expectRejection, usePost } from '../support/operations.ts';

const bodyLimitBytes = 1_048_576;
const api = useTestApi({ bodyLimitBytes });
const post = usePost(api);

describe('nothing but one operation, as JSON, by POST', () => {
  test.each([
    ['a batch', 400, 'invalid_input', '[{"query":"{ __typename }"}]', 'application/json'],
    [
      'a form',
      415,
      'unsupported_media_type',
      'query=%7B__typename%7D',
      'application/x-www-form-urlencoded',
    ],
    ['multipart', 415, 'unsupported_media_type', '--x--', 'multipart/form-data; boundary=x'],
    ['plain text', 415, 'unsupported_media_type', '{"query":"{ __typename }"}', 'text/plain'],
    ['GraphQL', 415, 'unsupported_media_type', '{ __typename }', 'application/graphql'],
    ['no type', 415, 'unsupported_media_type', '{"query":"{ __typename }"}', ''],
    ['malformed JSON', 400, 'malformed_json', '{"query":', 'application/json'],
    ['no query', 400, 'invalid_input', '{}', 'application/json'],
    ['a query that is no text', 400, 'invalid_input', '{"query":7}', 'application/json'],
    [
      'variables that are no object',
      400,
      'invalid_input',
      '{"query":"{ __typename }","variables":[]}',
      'application/json',
    ],
    ['too large a body', 413, 'body_too_large', ' '.repeat(bodyLimitBytes + 1), 'application/json'],
  ])('%s is rejected', async (_, status, code, body, type) => {
    const answer = await post(body, { 'content-type': type });
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([status, code]);
    expect(answer.statements).toEqual([]);
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('%s is rejected', async (method) => {
    const answer = await api.app.request('/graphql?query=%7B__typename%7D', {
      method,
      headers: { 'x-api-key': api.ours.key, accept: 'application/json' },
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test.each(['/graphql', '/graphql?operation=x', '/%67raphql', 'http://other.example/graphql'])(
    'the URL %s leads to the same answer, and the same line in the log',
    async (url) => {
      const lines: Record<string, unknown>[] = [];
      const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
      const answer = await createTestApp(api.database, { log }).request(url, {
        method: 'POST',
        headers: {
          'x-api-key': api.ours.key,
          'content-type': 'application/json',
          'x-request-id': 'one',
        },
        body: '{"query":"{ __typename }"}',
      });
      expect(await answer.json()).toEqual({ data: { __typename: 'Query' } });
      expect(Object.fromEntries(answer.headers)).toEqual({
        'cache-control': 'no-store',
        'content-length': '31',
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'one',
      });
      const { accountId } = api.ours;
      expect(lines).toMatchObject([
        {
          requestId: 'one',
          accountId,
          method: 'POST',
          path: '/graphql',
          status: 200,
          msg: 'request',
        },
      ]);
    },
  );

  test('an invalid operation is rejected each time, and a valid one is executed', async () => {
    for (const time of [1, 2, 3]) {
      const wrong = await post(JSON.stringify({ query: '{ nothing }' }));
      expect([time, wrong.body.errors[0].extensions.code]).toEqual([time, 'invalid_operation']);
      const right = await post(JSON.stringify({ query: '{ clients { totalCount } }' }));
      expect([time, right.body]).toEqual([time, { data: { clients: { totalCount: 0 } } }]);
    }
  });

  test('a body of just the limit is taken', async () => {
    const body = JSON.stringify({ query: '{ __typename }' }).padEnd(bodyLimitBytes);
    expect((await post(body)).body).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('persisted operations', () => {
  const text = '{ __typename }';
  const hash = 'e7f5c6c6f3a9b1b5c5d5b7a1d9d6a5a37c0b6f4b2c5e6f7a8b9c0d1e2f3a4b5c';
  const byHash = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } };
  const data = { data: { __typename: 'Query' } };
  const service = (mode: 'off' | 'prefer' | 'only', key = hash) => {
    const persisted = createPersistedOperations(mode, new Map([[key, text]]));
    const app = createTestApp(api.database, { persisted });
    return (body: object) => post(body, {}, app);
  };

  test('off: only the text counts', async () => {
    expect((await service('off')(byHash)).body.errors[0].extensions.code).toBe('invalid_input');
  });

  test('prefer: the name or the text', async () => {
    const ask = service('prefer');
    expect((await ask(byHash)).body).toEqual(data);
    expect((await ask({ documentId: `sha256:${hash}` })).body).toEqual(data);
    expect((await ask({ query: text })).body).toEqual(data);
    const unknown = await ask({ documentId: 'unknown' });
    expectRejection(unknown, 'operation_not_persisted', /^Unknown persisted operation unknown\.$/);
  });

  test('only: the name, or the very text of one', async () => {
    const ask = service('only', createHash('sha256').update(text).digest('hex'));
    expect((await ask({ query: text })).body).toEqual(data);
    expectRejection(
      await ask({ query: '{ limits { cost } }' }),
      'operation_not_persisted',
      /only executes persisted operations/,
    );
  });

  describe('by GET', () => {
    const clients = 'query Clients($first: Int) { clients(first: $first) { nodes { name } } }';
    const operations = new Map([
      ['clients', clients],
      ['make', 'mutation { createClient(input: { name: "Forged" }) { __typename } }'],
      ['changes', 'subscription { recordChanged { id } }'],
      ['wrong', 'query ($first: Int) { clients(first: $first) { nodes { name } } }'],
    ]);
    const service = (mode: 'off' | 'prefer' | 'only') => {
      const app = createTestApp(api.database, {
        persisted: createPersistedOperations(mode, operations),
      });
      return (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
        app.request(`/graphql?${new URLSearchParams(parameters)}`, {
          headers: { 'x-api-key': api.ours.key, accept: 'application/json', ...headers },
        });
    };
    const requested = { documentId: 'clients', variables: '{"first":5}' };
    const mutation = 'mutation Make { createClient(input: { name: "Forged" }) { __typename } }';

    test('a persisted query is executed, and 304 while its result is the same', async () => {
      const workspace = await api.addWorkspace();
      const ask = (headers = {}) =>
        service('only')(requested, { 'x-api-key': workspace.key, ...headers });
      await workspace.post('clients/create', { name: 'Ada' });
      const first = await ask();
      expect(await first.json()).toEqual({ data: { clients: { nodes: [{ name: 'Ada' }] } } });
      const etag = first.headers.get('etag') ?? '';
      expect([first.status, first.headers.get('cache-control'), etag]).toEqual([
        200,
        'private, no-cache',
        expect.stringMatching(/^W\/"/),
      ]);
      const second = await ask({ 'if-none-match': etag });
      expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([
        304,
        '',
        etag,
      ]);
      expect(second.headers.get('x-request-id')).toBeTruthy();
      await workspace.post('clients/create', { name: 'Bea' });
      const third = await ask({ 'if-none-match': etag });
      expect([third.status, (await third.json()).data.clients.nodes.length]).toEqual([200, 2]);
      const stranger = await service('only')(requested, { 'if-none-match': etag });
      expect(stranger.status).toBe(200);
    });

    test.each([
      ['a mutation', 'prefer', { documentId: 'make' }, 405, 'method_not_allowed'],
      ['a subscription', 'prefer', { documentId: 'changes' }, 405, 'method_not_allowed'],
      ['the text of a mutation', 'off', { query: mutation }, 405, 'method_not_allowed'],
      [
        'a mutation beside a query',
        'off',
        { query: `query Read { __typename } ${mutation}`, operationName: 'Make' },
        405,
        'method_not_allowed',
      ],
      [
        'the text of a subscription',
        'off',
        { query: 'subscription { recordChanged { id } }' },
        405,
        'method_not_allowed',
      ],
      ['a query that is not persisted', 'only', { query: clients }, 400, 'operation_not_persisted'],
      ['a name while none counts', 'off', { documentId: 'clients' }, 400, 'invalid_input'],
      ['no query', 'off', {}, 400, 'invalid_input'],
      ['an unknown name', 'prefer', { documentId: 'no' }, 400, 'operation_not_persisted'],
      [
        'variables that are no JSON',
        'prefer',
        { ...requested, variables: '{' },
        400,
        'invalid_input',
      ],
      [
        'variables that are no object',
        'prefer',
        { ...requested, variables: '[]' },
        400,
        'invalid_input',
      ],
    ] as const)(
      '%s is rejected, and nothing is done',
      async (_, mode, parameters, status, code) => {
        const answer = await service(mode)(parameters);
        const { errors } = await answer.json();
        expect([answer.status, errors[0].extensions.code]).toEqual([status, code]);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        const { body } = await api.ours.get('clients/search?query=Forged');
        expect(body).toEqual([]);
      },
    );

    test('a result with an error is not cached', async () => {
      const answer = await service('prefer')({ documentId: 'wrong', variables: '{"first":-1}' });
      const { errors } = await answer.json();
      expect([errors.length, answer.headers.get('cache-control')]).toEqual([1, 'no-store']);
    });
  });
});

test('a query whose plan fails without an error is not run again, and the defect is logged once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const broken = vi
    .spyOn(api.database.prisma, '$queryRawUnsafe')
    .mockRejectedValueOnce(new Error('The statement is wrong.'));
  const answer = await createTestApp(api.database, { log }).request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': api.ours.key },
    body: JSON.stringify({ query: '{ workspace { id } }' }),
  });
  expect(broken).toHaveBeenCalledTimes(1);
  broken.mockRestore();
  const errors = [{ path: ['workspace'], extensions: { code: 'internal_error' } }];
  expect(await answer.json()).toMatchObject({ data: { workspace: null }, errors });
  expect(lines).toEqual([expect.stringContaining('The statement is wrong.')]);
});
