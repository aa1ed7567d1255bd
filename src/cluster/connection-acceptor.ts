import { createServer, type Socket } from 'node:net';
import { acceptDeadline, listenWith, stopAccepting } from '../http/http-server.ts';

/** Connections that nobody can take yet; further ones are refused. */
const mostWaiting = 1_000;

/** The door of a service with several workers. */
export interface ConnectionAcceptor {
  port: number;
  /** Takes back a connection that was handed over and did not arrive: hands it to somebody else, as one that comes. */
  takeBack(socket: Socket): void;
  /** Hands what waits to `give`, where there is somebody to take it. */
  serveWaiting(): void;
  /** Takes connections until no more come, as the service of one process does. */
  close(patienceMillis: number): Promise<void>;
}

/**
 * Accepts connections, and reads nothing of them.
 * @param give hands one to a worker; whether there is one that takes it
 * @throws StartError where the address or port cannot be had
 */
export async function openConnectionAcceptor(
  host: string,
  port: number,
  give: (socket: Socket) => boolean,
): Promise<ConnectionAcceptor> {
  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true });
  const waiting: Socket[] = [];
  let newest = 0;
  let isOver = false;
  const take = (socket: Socket) => {
    if (give(socket)) return;
    if (waiting.length < mostWaiting && !isOver) waiting.push(socket);
    else socket.destroy();
  };
  server.on('connection', (socket) => {
    newest = performance.now();
    socket.on('error', () => undefined);
    take(socket);
  });
  const own = await listenWith(server, host, port);
  return {
    port: own,
    takeBack: take,
    serveWaiting: () => {
      while (waiting[0] && give(waiting[0])) waiting.shift();
    },
    close: async (patienceMillis) => {
      const began = performance.now();
      await stopAccepting(
        server,
        () => Math.max(began, newest),
        acceptDeadline(began, patienceMillis),
      );
      isOver = true;
      for (const socket of waiting) socket.destroy();
    },
  };
}
