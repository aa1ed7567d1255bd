import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../../src/config/config.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { useTestApi } from '../support/api.ts';
import { callTool, toolNames } from '../support/mcp-client.ts';

const api = useTestApi();

const server = createServer(getRequestListener((request) => api.app.fetch(request)));
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  url = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each(['legacy', 'auto'] as const)(
  'the command mcp connects a client of the era "%s"',
  async (era) => {
    const client = new Client(
      { name: 'test', version: '1' },
      era === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
    );
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--import', 'tsx', 'src/cli.ts', 'mcp', '--tools', 'find,get_record'],
        cwd: packageRoot,
        env: childEnvironment({ ACTIONGRAPH_URL: url, ACTIONGRAPH_KEY: api.ours.key }) as never,
        stderr: 'ignore',
      }),
    );
    try {
      expect(await toolNames(client)).toEqual(['find', 'get_record']);
      expect(await callTool(client, 'find', { text: 'nothing' })).toMatchObject({
        text: 'Nothing found',
      });
      await expect(callTool(client, 'report')).rejects.toThrow('Unknown tool: report');
    } finally {
      await client.close();
    }
  },
);
