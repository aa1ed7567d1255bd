import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../../src/app.ts';

/** A service on a socket, which takes requests as the program does: those to the doors as Node has them. */
export async function listen(app: App): Promise<{ server: Server; url: string }> {
  const adapted = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (!app.answersDirectly(request, response)) void adapted(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
