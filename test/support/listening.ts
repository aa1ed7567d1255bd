import { once } from 'node:events';
import { Agent, createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../../src/app.ts';

/** A service on a socket, which takes requests as the program does: those to the APIs as Node has them. */
export async function listen(app: App): Promise<{ server: Server; url: string }> {
  const adapted = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (!app.dispatchNodeRequest(request, response)) void adapted(request, response);
  }).listen(0, '127.0.0.1');
  // A test that does something else for 5 s would meet a connection that is just being closed.
  server.keepAliveTimeout = 120_000;
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Closes a service with all of its connections. Otherwise it would wait for responses that no client reads. */
export async function stopListening(server: Server): Promise<void> {
  const isClosed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await isClosed;
}

/** Services that listen, each from the first request to it on. */
export class ListeningApps {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #listening = new Map<App, ReturnType<typeof listen>>();

  /** Sends a request over a socket, to an app or to where a service listens, and answers as the app itself would. */
  async request(to: App | string, path: string, init: RequestInit = {}): Promise<Response> {
    const url = typeof to === 'string' ? to : await this.#urlOf(to);
    const requested = new Request(url + path, init);
    const body = Buffer.from(await requested.arrayBuffer());
    const isSent = requested.body !== null || body.length > 0;
    const headers = {
      ...Object.fromEntries(requested.headers),
      // As the app is called in tests: an address of this machine would be another origin.
      host: 'actiongraph.test',
      ...(isSent && { 'content-length': String(body.length) }),
    };
    const sent = send(requested.url, { agent: this.#agent, method: requested.method, headers });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    const chunks: Buffer[] = await answer.toArray();
    const reported = new Headers();
    for (let at = 0; at < answer.rawHeaders.length; at += 2) {
      reported.append(answer.rawHeaders[at], answer.rawHeaders[at + 1]);
    }
    const { statusCode: status } = answer;
    const isEmpty = chunks.length === 0;
    return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: reported });
  }

  async #urlOf(app: App): Promise<string> {
    const listening = this.#listening.get(app) ?? listen(app);
    this.#listening.set(app, listening);
    return (await listening).url;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    for (const listening of this.#listening.values()) {
      await stopListening((await listening).server);
    }
  }
}
