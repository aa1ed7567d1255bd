import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import { allScopes } from '../../src/platform/permissions/permissions.ts';
import { useTestApi } from '../support/api.ts';
import type { Call } from '../support/routes.ts';
import {
  allBasePaths,
  basePathsOf,
  byOperation,
  callRoute,
  comparable,
  errorsInBody,
  routePathOf,
  routes,
  takesId,
  writingRoutes,
} from '../support/routes.ts';

const bodyLimitBytes = 4_096;
const api = useTestApi({ bodyLimitBytes });
const keys: Record<string, string | null> = {};
/** Keys that have every scope but one. */
const without = new Map<Scope, string>();

beforeAll(async () => {
  const make = async (input: object, now = new Date()) =>
    createApiKey({ ...api.ours.context, now }, { name: 'Key', ...input });
  const [, account, prefix, secret] = api.ours.key.split('_');
  const revoked = await make({});
  await revokeApiKey(api.ours.context, revoked.record.id);
  Object.assign(keys, {
    none: null,
    empty: '',
    'of another shape': 'secret',
    'of an unknown prefix': `ag_${account}_aaaaaaaaaa_${secret}`,
    'of a wrong secret': `ag_${account}_${prefix}_${'a'.repeat(40)}`,
    'of another workspace’s number': `ag_${api.theirs.accountId}_${prefix}_${secret}`,
    'of a number too large': `ag_9999999999_${prefix}_${secret}`,
    revoked: revoked.key,
    expired: (await make({ expiresAt: '2020-01-01T12:00:00Z' }, new Date('2020-01-01'))).key,
  });
  for (const scope of new Set(routes.flatMap((route) => route.scopes))) {
    const others = allScopes.filter((one) => one.includes(':') && one !== scope);
    without.set(scope, (await make({ scopes: others })).key);
  }
});

/** A body without Content-Length that is longer than the limit. */
function chunked(size: number): Call {
  let left = size;
  const text = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left <= 0) controller.close();
      else controller.enqueue(new TextEncoder().encode(' '.repeat(Math.min(left, 1_000))));
      left -= 1_000;
    },
  });
  return { text };
}

describe.each(byOperation(routes))('%s', (_, route) => {
  test('returns every key that does not count with the same 401', async () => {
    for (const [name, key] of Object.entries(keys)) {
      for (const base of basePathsOf(route)) {
        const answer = await callRoute(api, route, { key, base });
        expect(errorsInBody(answer), name).toEqual([]);
        expect(answer.headers.get('www-authenticate'), name).toBe('ApiKey realm="actiongraph"');
        expect(comparable(answer), name).toEqual({
          status: 401,
          body: {
            status: 401,
            error: 'Unauthorized',
            message: 'Invalid X-API-KEY specified.',
            detail: 'The X-API-KEY header is missing, unknown, revoked or expired.',
            path: expect.stringContaining(base),
            code: 'invalid_api_key',
            errors: [],
          },
        });
      }
    }
  });

  test('returns 403 to a key without one of its scopes, for any body', async () => {
    expect(
      route.scopes.length > 0 || route.hasScopesOfInput || route.operationId === 'checkKey',
    ).toBe(true);
    for (const scope of route.scopes) {
      const key = without.get(scope) ?? null;
      const answer = await callRoute(api, route, { key, query: { id: 'x' } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
      expect(answer.body.message).toContain(`"${scope}"`);
      expect(errorsInBody(answer)).toEqual([]);
    }
  });

  test('returns 405 with the methods that its path has', async () => {
    const methods = routes
      .filter((other) => routePathOf(other) === routePathOf(route))
      .map((other) => other.method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if ((methods as string[]).includes(method)) continue;
      const answer = await callRoute(api, route, { method });
      expect(answer, method).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
      expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
      expect(errorsInBody(answer), method).toEqual([]);
    }
  });

  test('is the same under all its base paths', async () => {
    const answers = [];
    for (const base of basePathsOf(route)) {
      const { status, body } = comparable(await callRoute(api, route, { base })) as {
        status: number;
        body: Record<string, unknown>;
      };
      const { path, ...rest } = body;
      answers.push({ status, body: rest });
      if (path !== undefined) expect(path).toContain(base);
    }
    expect(answers.length).toBeGreaterThan(1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.body.code).not.toBe('route_not_found');
  });
});

describe.each(byOperation(writingRoutes))('%s', (_, route) => {
  const withBody = async (status: number, code: string, calls: Record<string, Call>) => {
    for (const [name, call] of Object.entries(calls)) {
      const answer = await callRoute(api, route, call);
      expect([answer.status, answer.body.code], name).toEqual([status, code]);
      expect(errorsInBody(answer), name).toEqual([]);
    }
  };

  test('returns 413 to a body over the limit, announced or not', () =>
    withBody(413, 'body_too_large', {
      announced: { text: ' '.repeat(bodyLimitBytes + 1) },
      'only announced': { text: '{}', headers: { 'content-length': '99999999' } },
      chunked: chunked(bodyLimitBytes * 2),
      'endless, if it were read': chunked(Number.POSITIVE_INFINITY),
    }));

  test('takes a body of exactly the limit', async () => {
    const answer = await callRoute(api, route, { text: '{}'.padEnd(bodyLimitBytes) });
    expect([400, 412]).toContain(answer.status);
  });

  test('returns 400 to JSON that is malformed', () =>
    withBody(400, 'malformed_json', {
      unclosed: { text: '{"name":' },
      'in other quotes': { text: "{'name':'x'}" },
      'with a trailing comma': { text: '{"name":"x",}' },
      undefined: { text: 'undefined' },
      'not a number': { text: '{"amount":NaN}' },
      'two documents': { text: '{}{}' },
      'a form': { text: 'name=x' },
    }));

  test('returns 415 to a body with another content type, unless it is a file', () => {
    const isFile = route.input.from === 'body' && route.input.fileBody !== undefined;
    const code = isFile ? 'invalid_input' : 'unsupported_media_type';
    return withBody(isFile ? 400 : 415, code, {
      text: { text: '{}', headers: { 'content-type': 'text/plain' } },
      form: { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      xml: { text: '<a/>', headers: { 'content-type': 'application/xml' } },
      'a type that only begins like it': {
        text: '{}',
        headers: { 'content-type': 'application/jsonp' },
      },
    });
  });

  test('accepts all media types of JSON', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/problem+json',
    ]) {
      const answer = await callRoute(api, route, { headers: { 'content-type': type } });
      expect([400, 412], type).toContain(answer.status);
    }
  });

  test('rejects a body that is not an object', async () => {
    const code = takesId(route) ? 'id_missing' : 'invalid_input';
    await withBody(takesId(route) ? 412 : 400, code, {
      'a list': { text: '[]' },
      'a list of objects': { text: '[{"name":"x"}]' },
      null: { text: 'null' },
      text: { text: '"name"' },
      'a number': { text: '7' },
      true: { text: 'true' },
    });
  });
});

test.each(routes.filter(({ method }) => method === 'DELETE'))(
  '$method $path without an id is a 400',
  async ({ path }) => {
    const blank = path.replace(/\{\w+\}/, '%20');
    const { body, status } = await api.ours.delete(blank);
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid_input',
      [expect.objectContaining({ path: 'id', code: 'required' })],
    ]);
  },
);

test.each([...allBasePaths, '', '/x'])(
  'returns 404 to an unknown route under "%s"',
  async (base) => {
    for (const path of ['/', '/clients', '/clients/LIST', '/%00', '/../health']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await api.request(`${base}${path}`, { method });
        if (answer.status === 200) continue;
        expect(answer, `${method} ${base}${path}`).toMatchObject({
          status: 404,
          body: { code: 'route_not_found' },
        });
        expect(errorsInBody(answer), `${method} ${base}${path}`).toEqual([]);
      }
    }
  },
);

test('a GET may have a content type of JSON, and a HEAD is a GET without the body', async () => {
  const headers = { 'content-type': 'application/json' };
  const get = await api.request('/public/action/clients/list', {
    headers: { ...headers, 'x-api-key': api.ours.key },
  });
  const head = await api.request('/public/action/clients/list', {
    method: 'HEAD',
    headers: { 'x-api-key': api.ours.key },
  });
  expect([get.status, get.body, head.status]).toEqual([200, [], 200]);
});

test('a request’s own id comes back, one that could not be logged is replaced', async () => {
  const ask = async (id: string) =>
    (await api.request('/public/action/clients/list', { headers: { 'x-request-id': id } })).body
      .requestId;
  expect(await ask('order-77.a:b')).toBe('order-77.a:b');
  expect(await ask('two words')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await ask('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
});
