import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import {
  allBasePaths,
  byOperation,
  callRoute,
  errorsInBody,
  takesId,
  writingRoutes,
} from '../support/routes.ts';

const api = useTestApi();

const json = 'application/json';
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** the two APIs, with a body that each would take if it were UTF-8. */
const doors = {
  'clients/create': { path: '/public/action/clients/create', text: '{"name":"Café"}' },
  '/graphql': { path: '/graphql', text: '{"query":"{ __typename }","operationName":"Café"}' },
};

describe.each(Object.entries(doors))('%s', (_, { path, text }) => {
  const send = async (body: BodyInit, headers: Record<string, string>) => {
    const response = await api.app.request(path, {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': json, ...headers },
      body,
    });
    const answer = { status: response.status, headers: response.headers, text: '' };
    answer.text = await response.text();
    const parsed = JSON.parse(answer.text);
    const problem = parsed.errors?.[0]?.extensions ?? parsed;
    return {
      ...answer,
      code: problem.code,
      message: parsed.message ?? parsed.errors?.[0]?.message,
    };
  };

  test.each(['', '; charset=utf-8'])(
    'rejects Latin-1 under "application/json%s"',
    async (charset) => {
      const answer = await send(latin1(text), { 'content-type': `${json}${charset}` });
      expect([answer.status, answer.code]).toEqual([400, 'malformed_json']);
      expect(answer.message).toContain(`0xE9 at position ${text.indexOf('é')}`);
    },
  );

  test('reports the position of an error after multi-byte characters and U+FFFD', async () => {
    const before = Buffer.from('{"name":"€\uFFFD𝄞');
    const body = new Uint8Array(Buffer.concat([before, Buffer.from([0xe2, 0x28]), before]));
    const answer = await send(body, {});
    expect(answer.message).toContain(`0xE2 at position ${before.length}`);
  });

  test.each(['iso-8859-1', '"windows-1252"', 'utf-16'])(
    'rejects charset=%s, and explains how to convert',
    async (charset) => {
      const type = { 'content-type': `${json}; charset=${charset}` };
      for (const body of [latin1(text), new Uint8Array(Buffer.from(text))]) {
        const answer = await send(body, type);
        expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
        expect(answer.message).toContain(charset.replaceAll('"', ''));
        expect(answer.message).toContain('mb_convert_encoding');
      }
    },
  );

  test.each(['UTF-8', '"utf-8"', 'utf8', 'us-ascii'])('takes charset=%s', async (charset) => {
    const answer = await send('{}', { 'content-type': `${json}; charset=${charset}` });
    expect(answer.code).toBe('invalid_input');
  });

  test.each(['gzip', 'deflate', 'br', 'x-gzip, identity'])(
    'rejects a body in %s',
    async (coding) => {
      const answer = await send(new Uint8Array(gzipSync(text)), { 'content-encoding': coding });
      expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
      expect(answer.message).toContain('must not be compressed');
      expect(answer.text).not.toMatch(/\uFFFD|\\u00/);
    },
  );

  test('accepts a body with content-encoding identity', async () => {
    expect((await send('{}', { 'content-encoding': 'identity' })).code).toBe('invalid_input');
  });

  test('never shows bytes of a compressed body without a content encoding', async () => {
    const answer = await send(new Uint8Array(gzipSync(text)), {});
    expect([answer.status, answer.code]).toEqual([400, 'malformed_json']);
    expect(answer.text).not.toMatch(/\uFFFD|\\u00/);
  });
});

describe('paths', () => {
  const headers = () => ({ 'x-api-key': api.ours.key });

  test.each([...allBasePaths, '', '/nowhere'])(
    'an unknown one under "%s" is a 404',
    async (base) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const path = `${base}/clients/dance`;
        const answer = await api.request(path, { method });
        expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
        expect(answer.body.message).toMatch(new RegExp(`^No endpoint ${method} ${path}\\b`));
        expect(errorsInBody(answer)).toEqual([]);
      }
    },
  );

  test('a slash at the end changes nothing', async () => {
    const answer = await api.request('/public/action/clients/list/', { headers: headers() });
    expect(answer).toMatchObject({ status: 200, body: [] });
    const account = `/public/action/account/${api.ours.accountId}/`;
    expect(await api.request(account, { headers: headers() })).toMatchObject({
      body: { accountId: api.ours.accountId },
    });
  });

  test('a parameter written as a list counts', async () => {
    const { body } = await api.ours.post('vendors/list', {});
    expect(body.code).toBe('method_not_allowed');
    await api.ours.post('contacts/create', { first: 'Not', last: 'Asked for' });
    for (const query of ['id[]=x', 'id%5B0%5D=x', 'id[]=x&query=Not']) {
      const path = `/public/action/contacts/search?${query}`;
      expect((await api.request(path, { headers: headers() })).body, query).toEqual([]);
    }
  });

  test('every value of a list counts', async () => {
    await api.ours.post('clients/create', { name: 'Listed' });
    for (const query of ['depositIds[]=inv_1&depositIds[]=inv_2', 'depositIds=1&depositIds=2']) {
      const path = `/public/action/invoices/previewFromWork?clientName=Listed&${query}`;
      const { body } = await api.request(path, { headers: headers() });
      const paths = body.errors.map((error: { path: string }) => error.path);
      expect(paths, query).toEqual(['depositIds.0', 'depositIds.1']);
    }
  });

  test('a parameter that is not UTF-8 is rejected, unless the operation does not read it', async () => {
    const { id } = (await api.ours.post('clients/create', { name: 'Grün & Söhne + 1' })).body;
    const search = async (query: string) =>
      api.request(`/public/action/clients/search?${query}`, { headers: headers() });
    const rejection = await search('query=Gr%FCn&id=');
    expect([rejection.status, rejection.body.errors]).toMatchObject([
      400,
      [{ path: 'query', code: 'invalid_text' }],
    ]);
    for (const query of ['query=Gr%C3%BCn%20%26', 'query=Gr%c3%bcn+%26', 'x=%FC&query=Grün%20&y']) {
      const { body } = await search(query);
      expect(
        body.map((client: { id: string }) => client.id),
        query,
      ).toEqual([id]);
    }
    expect((await search(`id=${id}&id=other`)).body).toHaveLength(1);
    expect((await search('query=1=2')).body).toEqual([]);
    expect((await search('query=100%')).body).toEqual([]);
  });

  test('HEAD has the content length of the response, and is in Allow', async () => {
    await api.ours.post('clients/create', { name: 'Ünïcödé' });
    const path = '/public/action/clients/list';
    const get = await api.app.request(path, { headers: headers() });
    const head = await api.app.request(path, { method: 'HEAD', headers: headers() });
    const { length } = Buffer.from(await get.text());
    expect(head.headers.get('content-length')).toBe(String(length));
    const denied = await api.request(path, { method: 'DELETE' });
    expect(denied.headers.get('allow')).toBe('GET, HEAD');
  });
});

test.each(byOperation(writingRoutes.filter((route) => !takesId(route))))(
  '%s rejects a list and any value that is no object',
  async (_, route) => {
    for (const body of [[], [{}], 'text', 1]) {
      const answer = await callRoute(api, route, { body });
      expect([answer.status, answer.body.errors], JSON.stringify(body)).toEqual([
        400,
        [{ path: '', code: 'invalid_type', message: 'must be a JSON object' }],
      ]);
    }
  },
);
