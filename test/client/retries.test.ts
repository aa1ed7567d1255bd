import { expect, test } from 'vitest';
import { Actiongraph, type ActiongraphOptions } from '../../client/src/index.ts';

interface Sent {
  url: string;
  headers: Headers;
}

const json = (body: unknown, status = 200, headers: HeadersInit = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const errorBody = (code: string) => ({ code, message: 'No.', detail: '', errors: [] });

/** A client of a service with these responses, in their order. */
function clientOf(
  responses: (Response | Error | 'never')[],
  options: Partial<ActiongraphOptions> = {},
) {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const response = responses[sent.length];
    sent.push({ url: String(url), headers: new Headers(init.headers) });
    if (response === 'never') {
      await new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    }
    if (response instanceof Response) return response;
    throw response;
  };
  const client = new Actiongraph({
    ...{ url: 'https://api.example/base/', apiKey: 'ag', fetch: fetch as typeof globalThis.fetch },
    ...options,
  });
  const keys = () => sent.map(({ headers }) => headers.get('idempotency-key'));
  return { client, sent, keys };
}

test('all attempts of a write have one key, and two writes have different keys', async () => {
  const { client, keys } = clientOf([
    new TypeError('fetch failed'),
    json(errorBody('outcome_unknown'), 500),
    json({ id: 'cli_1' }),
    json({ id: 'cli_2' }),
  ]);
  expect((await client.rest.createClient({ name: 'A' })).id).toBe('cli_1');
  await client.rest.createClient({ name: 'B' });
  const [first, second, third, other] = keys();
  expect([second, third]).toEqual([first, first]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(other).not.toBe(first);
});

test('the caller can choose the key, and null disables it with the repetitions', async () => {
  const lost = new TypeError('fetch failed');
  const own = clientOf([lost, json({ data: { done: true } })]);
  await own.client.graphql('mutation { done }', {}, { idempotencyKey: 'mine' });
  expect(own.keys()).toEqual(['mine', 'mine']);
  const none = clientOf([lost]);
  const call = none.client.rest.createClient({ name: 'A' }, { idempotencyKey: null });
  await expect(call).rejects.toMatchObject({ code: 'connection_failed', cause: lost });
  expect(none.keys()).toEqual([null]);
});

test.each([
  ['invalid_input', 400],
  ['duplicate_payment', 409],
  ['internal_error', 500],
  ['operation_timed_out', 503],
])('%s is not repeated', async (code, status) => {
  const { client, sent } = clientOf([json(errorBody(code), status)]);
  await expect(client.rest.listClients()).rejects.toMatchObject({ code, status });
  expect(sent).toHaveLength(1);
});

test('`Retry-After` is honoured, and a long one is left to the caller', async () => {
  const body = errorBody('too_many_requests');
  const soon = clientOf([json(body, 429, { 'retry-after': '1' }), json([])]);
  const start = performance.now();
  await soon.client.rest.listClients();
  expect(performance.now() - start).toBeGreaterThanOrEqual(990);
  const late = clientOf([json(body, 429, { 'retry-after': '3600' })]);
  const call = late.client.rest.listClients();
  await expect(call).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 3_600_000 });
});

test('a GraphQL error with the status 200 is repeated like a failure', async () => {
  const error = { message: 'No.', extensions: errorBody('database_unavailable') };
  const { client, keys } = clientOf([json({ errors: [error] }), json({ data: { ok: 1 } })]);
  expect(await client.graphql<{ ok: number }>('{ ok }')).toEqual({ ok: 1 });
  expect(new Set(keys()).size).toBe(1);
});

test('the page of a proxy is an invalid response, and is repeated only if it is temporary', async () => {
  const page = (status: number) => new Response('<html>', { status });
  const temporary = clientOf([page(502), json([])]);
  expect(await temporary.client.rest.listClients()).toEqual([]);
  const wrong = clientOf([page(200)]);
  await expect(wrong.client.rest.listClients()).rejects.toMatchObject({
    ...{ code: 'invalid_response', status: 200 },
  });
  for (const body of ['sign in', null, 1]) {
    const { client, sent } = clientOf([json(body)]);
    await expect(client.graphql('{ ok }')).rejects.toMatchObject({
      ...{ code: 'invalid_response', status: 200 },
    });
    expect(sent).toHaveLength(1);
  }
});

test('an attempt that takes too long is repeated, and the last one fails', async () => {
  const once = clientOf(['never', json([])], { timeoutMs: 1_000, maxRetries: 1 });
  expect(await once.client.rest.listClients()).toEqual([]);
  const always = clientOf(['never', 'never'], { timeoutMs: 10, maxRetries: 1 });
  await expect(always.client.rest.listClients()).rejects.toMatchObject({ code: 'timeout' });
});

test('the caller can abort a request and the pause between two attempts', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = clientOf(['never']);
  const call = waiting.client.rest.listClients({}, { signal });
  controller.abort('enough');
  await expect(call).rejects.toMatchObject({ code: 'aborted', cause: 'enough' });

  const other = new AbortController();
  const paused = clientOf([json(errorBody('database_unavailable'), 503, { 'retry-after': '30' })]);
  const pausing = paused.client.rest.listClients({}, { signal: other.signal });
  const outcome = expect(pausing).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(() => paused.sent.length).toBe(1);
  other.abort();
  await outcome;
});

test('headers of a function are read for each attempt, and the path is below the address', async () => {
  let calls = 0;
  const headers = async () => {
    calls += 1;
    return { authorization: `Bearer ${calls}` };
  };
  const { client, sent } = clientOf([new TypeError('fetch failed'), json([])], { headers });
  await client.rest.searchProjects({ query: 'A & B' });
  expect(sent.map((one) => one.headers.get('authorization'))).toEqual(['Bearer 1', 'Bearer 2']);
  expect(sent[0]?.url).toBe('https://api.example/base/public/action/projects/search?query=A+%26+B');
});
