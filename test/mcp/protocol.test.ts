import { expect, test } from 'vitest';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import { allScopes } from '../../src/platform/permissions/permissions.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { callTool, connectClient, toolNames } from '../support/mcp-client.ts';

const api = useTestApi();

const keyWith = async (...scopes: Scope[]) => (await makeKey(api.ours.context, scopes)).key;

const readTools = [
  ...['find', 'get_record', 'list_records', 'report', 'recent_changes', 'describe_type'],
];

const post = (body: unknown, headers: Record<string, string> = {}) =>
  api.app.request('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': api.ours.key,
      ...headers,
    },
    body: JSON.stringify(body),
  });

const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test.each(['legacy', 'auto'] as const)(
  'a client of the era "%s" lists and calls every tool',
  async (era) => {
    const name = `Lovelace ${era}`;
    const { body } = await api.ours.post('clients/create', { name });
    const client = await connectClient(api, api.ours.key, { era });
    expect(client.getInstructions()?.split('\n')).toHaveLength(6);
    expect(await toolNames(client)).toEqual(readTools);
    const inputs: Record<string, Record<string, unknown>> = {
      find: { text: name },
      get_record: { type: 'Client', id: name },
      list_records: { type: 'Client', where: { name: { equals: name } } },
      report: { kind: 'receivables' },
      recent_changes: { types: ['client'] },
      describe_type: { type: 'Client' },
    };
    for (const tool of readTools) {
      const result = await callTool(client, tool, inputs[tool]);
      expect([tool, result.isError, result.text]).toEqual([tool, false, expect.any(String)]);
      if (/find|list|changes/.test(tool))
        expect(JSON.stringify(result.data.records)).toContain(body.id);
    }
    await client.close();
  },
);

test('only POST is allowed', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await api.app.request('/mcp', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

test('pages of other origins and other hosts are rejected', async () => {
  expect((await post(listMessage, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(listMessage, { origin: testPublicUrl })).status).toBe(200);
  const rebound = await api.app.request('http://evil.example/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': api.ours.key },
    body: JSON.stringify(listMessage),
  });
  expect(rebound.status).toBe(403);
});

test('a request has one message of at most 1 MB', async () => {
  expect((await post([listMessage])).status).toBe(400);
  expect((await post({ ...listMessage, params: { text: 'x'.repeat(1_048_577) } })).status).toBe(
    413,
  );
  expect((await post({ ...listMessage, method: 'subscriptions/listen' })).status).toBe(400);
});

test('without a key, the response names the metadata of the resource', async () => {
  const response = await post(listMessage, { 'x-api-key': '' });
  const challenge = response.headers.get('www-authenticate') ?? '';
  const [, url = ''] = /^Bearer resource_metadata="(.+)"$/.exec(challenge) ?? [];
  expect(response.status).toBe(401);
  const metadata = await api.app.request(new URL(url).pathname);
  expect(await metadata.json()).toMatchObject({ resource: `${testPublicUrl}/mcp` });
  expect((await post(listMessage, { 'x-api-key': 'ag_1_unknown_unknown' })).status).toBe(401);
});

test('headers narrow the tools, and cannot add any', async () => {
  const full = await keyWith('read', 'write', 'mcp:write');
  const named = await connectClient(api, full, { headers: { 'x-mcp-tools': 'find, report' } });
  expect(await toolNames(named)).toEqual(['find', 'report']);
  const readOnly = await connectClient(api, full, { headers: { 'x-mcp-read-only': 'true' } });
  expect(await toolNames(readOnly)).toEqual(readTools);
  const reading = await connectClient(api, await keyWith('read'), {
    headers: { 'x-mcp-read-only': 'false', 'x-mcp-tools': 'find,create_record,graphql_query' },
  });
  expect(await toolNames(reading)).toEqual(['find']);
  for (const tool of ['create_record', 'graphql_query', 'no_tool'])
    await expect(callTool(reading, tool)).rejects.toThrow(`Unknown tool: ${tool}`);
});

test('writing requires the scope mcp:write, which no other scope includes', async () => {
  const { context } = api.ours;
  const count = () => context.db.logEntry.count({ where: { accountId: context.accountId } });
  const client = await connectClient(api, await keyWith('read', 'write', 'settings:write'));
  const before = await count();
  const { tools } = await client.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await expect(
    callTool(client, 'create_record', { type: 'Client', data: { name: 'X' } }),
  ).rejects.toThrow('Unknown tool');
  expect(await count()).toBe(before);
});

test('a key lists the types and reports of its scopes only', async () => {
  for (const scope of allScopes.filter((one) => one.endsWith(':read'))) {
    const client = await connectClient(api, await keyWith(scope, 'mcp:write'));
    const { tools } = await client.listTools();
    const list = tools.find(({ name }) => name === 'list_records');
    const { enum: types = [] } = (list?.inputSchema.properties?.type ?? {}) as { enum?: string[] };
    expect(types).not.toEqual([]);
    for (const type of types) {
      const { isError, text } = await callTool(client, 'list_records', { type, limit: 1 });
      expect([scope, type, isError, text]).toEqual([scope, type, false, expect.any(String)]);
    }
    const report = tools.find(({ name }) => name === 'report');
    const { enum: kinds = [] } = (report?.inputSchema.properties?.kind ?? {}) as {
      enum?: string[];
    };
    for (const kind of kinds.filter((one) => one !== 'statement')) {
      const { isError, text } = await callTool(client, 'report', { kind });
      expect([scope, kind, isError, text]).toEqual([scope, kind, false, expect.any(String)]);
    }
    const denied = await callTool(client, 'list_records', {
      type: types.includes('Client') ? 'Invoice' : 'Client',
    });
    expect(denied.data.errors).toMatchObject([{ path: 'type', code: 'invalid_choice' }]);
  }
});

test('the list of tools stays below 4,000 tokens, each tool below 400', async () => {
  const client = await connectClient(
    api,
    await keyWith('read', 'write', 'settings:write', 'mcp:write'),
  );
  const { tools } = await client.listTools();
  const tokens = (value: unknown) => JSON.stringify(value).length / 4;
  expect(tokens(tools)).toBeLessThan(4_000);
  for (const tool of tools) expect([tool.name, tokens(tool) < 400]).toEqual([tool.name, true]);
});

test('a key has at most four requests at once', async () => {
  const call = () =>
    post({
      ...listMessage,
      method: 'tools/call',
      params: { name: 'list_records', arguments: { type: 'Vendor' } },
    });
  const connection = await api.owner.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('LOCK TABLE "Vendor" IN ACCESS EXCLUSIVE MODE');
    const running = Array.from({ length: 4 }, call);
    let responses: Response[] = [];
    // The four reach the limit in their own time.
    await expect
      .poll(async () => {
        responses = [...responses, await Promise.race([call(), ...running])];
        return responses.at(-1)?.status;
      })
      .toBe(429);
    expect(responses.at(-1)?.headers.get('retry-after')).toBe('1');
    await connection.query('ROLLBACK');
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  } finally {
    connection.release();
  }
});
