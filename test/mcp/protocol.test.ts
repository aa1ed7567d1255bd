import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const connect = async ({ app, ours }: TestApi, version?: 'auto') => {
  const client = new Client(
    { name: 'test', version: '1' },
    version ? { versionNegotiation: { mode: version } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://actiongraph.test/mcp'), {
    fetch: async (url, init) => app.request(String(url), init as RequestInit),
    requestInit: { headers: { authorization: `Bearer ${ours.key}` } },
  });
  await client.connect(transport);
  return client;
};

test.each([undefined, 'auto'] as const)(
  'a client of each era lists and calls tools (%s)',
  async (era) => {
    await api.ours.post('clients/create', { name: `Lovelace ${era}` });
    const client = await connect(api, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_records', 'describe_type']);
    const result = await client.callTool({
      name: 'list_records',
      arguments: { type: 'Client', where: { name: { equals: `Lovelace ${era}` } } },
    });
    expect(result.structuredContent).toMatchObject({
      records: [{ type: 'Client', name: `Lovelace ${era}`, version: 1 }],
      total: 1,
    });
    await client.close();
  },
);
