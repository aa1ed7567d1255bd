import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mcpKey } from '../support/mcp.ts';
import { callTool, connectClient } from '../support/mcp-client.ts';

const toolTimeoutMs = 1_000;

const api = useTestApi({ mcp: { writesPerMinute: 0, hasGraphQL: false, toolTimeoutMs } });

const callVendors = (init: RequestInit = {}) =>
  api.app.request('/mcp', {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-api-key': api.ours.key },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'list_records', arguments: { type: 'Vendor' } },
    }),
    ...init,
  });

async function withLockedVendors<T>(work: () => Promise<T>): Promise<T> {
  const connection = await api.owner.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('LOCK TABLE "Vendor" IN ACCESS EXCLUSIVE MODE');
    return await work();
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
}

test('a read that takes too long ends with an error', async () => {
  const client = await connectClient(api, api.ours.key);
  const result = await withLockedVendors(() =>
    callTool(client, 'list_records', { type: 'Vendor' }),
  );
  expect(result).toMatchObject({
    isError: true,
    data: { code: 'operation_timed_out', message: expect.stringContaining('took too long') },
  });
});

test('a write that takes too long writes nothing', async () => {
  const client = await connectClient(api, await mcpKey(api.ours));
  const name = 'Adobe';
  const input = { type: 'Vendor', data: { name }, requestId: 'vendor' };
  const result = await withLockedVendors(() => callTool(client, 'create_record', input));
  expect(result).toMatchObject({ isError: true, data: { code: 'operation_timed_out' } });
  const { context } = api.ours;
  expect(await context.db.vendor.count({ where: { name } })).toBe(0);
  const again = await callTool(client, 'create_record', input);
  expect(again.data).toMatchObject({
    result: { type: 'Vendor', name: `<untrusted>${name}</untrusted>` },
  });
  expect(again.data.replayed).toBeUndefined();
});

test('a call keeps its slot until the tool has run, also if the client disconnects', async () => {
  await withLockedVendors(async () => {
    const abortion = new AbortController();
    const calls = Array.from({ length: 4 }, () => callVendors({ signal: abortion.signal }));
    await expect
      .poll(async () => {
        const { rows } = await api.owner.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"Vendor"%'`,
        );
        return rows.length;
      })
      .toBe(4);
    abortion.abort();
    expect((await callVendors()).status).toBe(429);
    await Promise.allSettled(calls);
  });
  expect((await callVendors()).status).toBe(200);
});

test('calls that fail free their slots', async () => {
  const client = await connectClient(api, api.ours.key);
  for (let count = 0; count < 6; count += 1) {
    expect((await callTool(client, 'get_record', { type: 'Client', id: 'Nobody' })).isError).toBe(
      true,
    );
    await expect(callTool(client, 'no_tool')).rejects.toThrow('Unknown tool');
    expect((await callVendors({ body: '{"jsonrpc":"2.0","id":1}' })).status).toBe(400);
  }
  expect((await callVendors()).status).toBe(200);
});
