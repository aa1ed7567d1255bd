import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { makeKey } from './api-keys.ts';

/** The result of a tool: its structured content. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export type ToolAnswer = { isError: boolean; text: string; bytes: number } & Record<string, any>;

interface InputSchema {
  properties?: Record<string, { enum?: string[]; items?: InputSchema }>;
  required?: string[];
}

export interface ListedTool {
  name: string;
  inputSchema: InputSchema;
  annotations?: { readOnlyHint?: boolean };
}

export interface McpClient {
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  /** Calls twice: for the preview, and with its confirmation. */
  confirm(tool: string, input: Record<string, unknown>): Promise<ToolAnswer>;
  tools(): Promise<ListedTool[]>;
}

/** The official client of the 2026 era, with the key of a workspace. */
export async function connectMcp({ app }: TestApi, key: string): Promise<McpClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://actiongraph.test/mcp'), {
    fetch: async (url, init) => app.request(String(url), init as RequestInit),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  const call: McpClient['call'] = async (name, input = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const { content, isError, structuredContent } = result;
    const [{ text = '' } = {}] = content as { text?: string }[];
    const bytes = Buffer.byteLength(JSON.stringify(result));
    return { ...(structuredContent as object), isError: isError === true, text, bytes };
  };
  return {
    call,
    confirm: async (tool, input) => {
      const preview = await call(tool, input);
      return preview.isError
        ? preview
        : call(tool, { ...input, confirmation: preview.confirmation });
    },
    tools: async () => (await client.listTools()).tools as ListedTool[],
  };
}

const writingScopes: readonly Scope[] = ['read', 'write', 'settings:write', 'mcp:write'];

export async function mcpKey(
  { context }: TestWorkspace,
  scopes: readonly Scope[] = writingScopes,
): Promise<string> {
  return (await makeKey(context, scopes)).key;
}
