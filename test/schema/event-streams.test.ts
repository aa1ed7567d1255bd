import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi } from '../support/api.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

const api = useTestApi();
let process: TestProcess;

beforeAll(async () => {
  process = await startProcess(api);
});
afterAll(() => process?.close());

const changes = 'subscription { recordChanged { id } }';

interface Requesting {
  accept?: string;
  key?: string | undefined;
  query?: string;
  signal?: AbortSignal;
}

const ask = ({ accept = 'text/event-stream', key, query = changes, signal }: Requesting) =>
  fetch(`${process.url}/graphql`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-api-key': key ?? api.ours.key },
    body: JSON.stringify({ query }),
    ...(signal && { signal }),
  });

test('a stream begins immediately, is not stored, and contains the id of its request', async () => {
  const leaving = new AbortController();
  const answer = await ask({ signal: leaving.signal });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n');
  leaving.abort();
});

test('a query is returned as events if the client accepts nothing else', async () => {
  const answer = await ask({ query: '{ __typename }' });
  expect(await answer.text()).toBe(
    ':\n\nevent: next\ndata: {"data":{"__typename":"Query"}}\n\nevent: complete\ndata:\n\n',
  );
});

test('an operation that cannot be run is an event with its errors, and the end', async () => {
  const answer = await ask({ query: 'subscription { recordChanged { nothing } }' });
  const text = await answer.text();
  expect(text).toContain('event: next\ndata: {"errors":[{"message":"Cannot query field');
  expect(text).toMatch(/event: complete\ndata:\n\n$/);
  const many = JSON.stringify(Array.from({ length: 1_001 }, (_, i) => `cli_${i}`));
  const tooMany = await ask({ query: `subscription { recordChanged(ids: ${many}) { id } }` });
  expect(await tooMany.text()).toMatch(/invalid_(input|operation)/);
});

describe('a stream is rejected with a status', () => {
  test('without a key that counts', async () => {
    const answer = await ask({ key: 'secret' });
    expect([answer.status, (await answer.json()).errors[0].extensions.code]).toEqual([
      401,
      'invalid_api_key',
    ]);
  });

  test('with a key without read permission', async () => {
    const context = { ...api.ours.context, now: new Date() };
    const { key } = await createApiKey(context, { name: 'Writer', scopes: ['write'] });
    const answer = await ask({ key });
    expect([answer.status, (await answer.json()).errors[0].extensions.code]).toEqual([
      403,
      'missing_scope',
    ]);
  });
});

test.each(['application/json', 'application/graphql-response+json'])(
  'a subscription is rejected if the client accepts only %s',
  async (accept) => {
    const answer = await ask({ accept });
    expect((await answer.json()).errors[0].extensions.code).toBe('invalid_operation');
  },
);

test('a client that leaves leaves nothing behind', async () => {
  const leaving = new AbortController();
  await ask({ signal: leaving.signal });
  leaving.abort();
  const answer = await ask({ query: '{ __typename }' });
  expect(answer.status).toBe(200);
});
