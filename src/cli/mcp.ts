import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { readServiceAccess } from '../config/config.ts';
import type { CliContext } from './command.ts';
import { CommandError } from './command.ts';

interface BridgeOptions {
  readOnly?: true;
  tools?: string;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: string };
}

export function addMcpCommand(program: Command, cli: CliContext): void {
  program
    .command('mcp')
    .summary('connect an MCP client over standard input and output to a running service')
    .description(
      'A bridge for MCP clients that start a program: messages on standard input go to /mcp of a running service, ' +
        'its responses to standard output. ACTIONGRAPH_URL is the URL of the service, ACTIONGRAPH_KEY the API key.',
    )
    .option('--read-only', 'hide all tools that write')
    .option('--tools <names>', 'only these tools: find,report')
    .addHelpText(
      'after',
      '\nExample:\n  ACTIONGRAPH_URL=https://api.example.com ACTIONGRAPH_KEY=ag_… actiongraph mcp --read-only',
    )
    .action((options: BridgeOptions) => run(cli, options));
}

/** Not options: other users of the machine see the arguments of a process. */
function requireServiceAccess() {
  const { url, key } = readServiceAccess();
  if (!URL.canParse(url)) throw new CommandError('Set ACTIONGRAPH_URL to the URL of the service.');
  if (key === '') throw new CommandError('Set ACTIONGRAPH_KEY to an API key.');
  return { endpoint: new URL(`${url.replace(/\/+$/, '')}/mcp`), key };
}

async function run(cli: CliContext, { readOnly, tools }: BridgeOptions): Promise<void> {
  const { endpoint, key } = requireServiceAccess();
  const bridge = new Bridge(endpoint, {
    authorization: `Bearer ${key}`,
    ...(readOnly && { 'x-mcp-read-only': 'true' }),
    ...(tools !== undefined && { 'x-mcp-tools': tools }),
  });
  cli.note(`Connected to ${endpoint}`);
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const forwarded = bridge.forward(line).then((messages) => {
      for (const message of messages) cli.print(message);
    });
    pending.add(forwarded);
    void forwarded.finally(() => pending.delete(forwarded));
  }
  await Promise.all(pending);
}

class Bridge {
  readonly #endpoint: URL;
  readonly #headers: Readonly<Record<string, string>>;
  /** Of the handshake of the 2025 era. */
  #protocolVersion: string | undefined;

  constructor(endpoint: URL, headers: Readonly<Record<string, string>>) {
    this.#endpoint = endpoint;
    this.#headers = headers;
  }

  /** Returns the responses, each on one line. */
  async forward(line: string): Promise<string[]> {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      return [errorLine(null, -32_700, 'The message is not valid JSON.')];
    }
    try {
      const response = await fetch(this.#endpoint, {
        method: 'POST',
        headers: this.#headersOf(message),
        body: line,
      });
      return this.#linesOf(await response.text(), message, response);
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return replyTo(message, `${this.#endpoint.origin} is not reachable: ${String(cause)}`);
    }
  }

  #headersOf({ method, params = {} }: Message): Record<string, string> {
    const ownVersion = params._meta?.['io.modelcontextprotocol/protocolVersion'];
    const version = typeof ownVersion === 'string' ? ownVersion : this.#protocolVersion;
    return {
      ...this.#headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version && { 'mcp-protocol-version': version }),
      ...(ownVersion !== undefined && method && { 'mcp-method': method }),
      ...(ownVersion !== undefined && params.name && { 'mcp-name': params.name }),
    };
  }

  #linesOf(text: string, message: Message, { ok, headers, status }: Response): string[] {
    const bodies = headers.get('content-type')?.startsWith('text/event-stream')
      ? [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => data)
      : [text].filter((body) => body !== '');
    try {
      const responses = bodies.map((body) => JSON.parse(body) as Message & { error?: object });
      if (message.method === 'initialize')
        this.#protocolVersion = responses.at(-1)?.result?.protocolVersion;
      // An error of the endpoint names no request.
      return responses
        .map((response) => ({ ...response, id: response.id ?? message.id }))
        .filter(({ id }) => ok || id !== undefined)
        .map((response) => JSON.stringify(response));
    } catch {
      return replyTo(message, `The service returned status ${status}.`);
    }
  }
}

const errorLine = (id: Message['id'] | null, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** A notification gets no reply. */
const replyTo = ({ id }: Message, text: string): string[] =>
  id === undefined ? [] : [errorLine(id, -32_000, text)];
