import { createServer, type Socket } from 'node:net';
import { listenWith } from '../http/http-server.ts';
import { acceptDeadline, stopAccepting } from '../http/stop-accepting.ts';

/** Connections that wait for a worker. Further ones are closed. */
const maxWaitingConnections = 1_000;

/** Accepts the connections of a service with several workers. */
export interface ConnectionAcceptor {
  port: number;
  /** Dispatches a connection that did not reach its worker to another one. */
  dispatchAgain(socket: Socket): void;
  /** Dispatches waiting connections to workers that accept them. */
  dispatchWaiting(): void;
  /** Accepts connections until no more arrive, like a service with one process. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Accepts connections without reading from them.
 * @param sendToWorker sends a connection to a worker; returns whether a worker accepts it
 * @throws StartError if the address or port is not available
 */
export async function openConnectionAcceptor(
  host: string,
  port: number,
  sendToWorker: (socket: Socket) => boolean,
): Promise<ConnectionAcceptor> {
  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true });
  const waitingSockets: Socket[] = [];
  let lastConnectionAt = 0;
  let isClosed = false;
  const dispatch = (socket: Socket) => {
    if (sendToWorker(socket)) return;
    if (waitingSockets.length < maxWaitingConnections && !isClosed) waitingSockets.push(socket);
    else socket.destroy();
  };
  server.on('connection', (socket) => {
    lastConnectionAt = performance.now();
    socket.on('error', () => undefined);
    dispatch(socket);
  });
  const actualPort = await listenWith(server, host, port);
  return {
    port: actualPort,
    dispatchAgain: dispatch,
    dispatchWaiting: () => {
      while (waitingSockets[0] && sendToWorker(waitingSockets[0])) waitingSockets.shift();
    },
    close: async (timeoutMs) => {
      const startedAt = performance.now();
      await stopAccepting(
        server,
        () => Math.max(startedAt, lastConnectionAt),
        acceptDeadline(startedAt, timeoutMs),
      );
      isClosed = true;
      for (const socket of waitingSockets) socket.destroy();
    },
  };
}
