import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApi } from './api.ts';
import { testPublicUrl } from './api.ts';

interface ClientOptions {
  /** The default handshake is that of the 2025 era; `auto` finds the 2026 era. */
  era?: 'legacy' | 'auto';
  headers?: Record<string, string>;
}

/** The official client, with a key. */
export async function connectClient(
  { app }: Pick<TestApi, 'app'>,
  key: string,
  { era = 'auto', headers = {} }: ClientOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    era === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${testPublicUrl}/mcp`), {
      fetch: async (url, init) => app.request(String(url), init as RequestInit),
      requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
    }),
  );
  return client;
}

export const toolNames = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

/** Text and structured content of a result. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input });
  const [{ text = '' } = {}] = result.content as { text?: string }[];
  return {
    text,
    isError: result.isError === true,
    bytes: Buffer.byteLength(JSON.stringify(result)),
    // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
    data: result.structuredContent as any,
  };
}
