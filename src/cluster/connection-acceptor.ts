import { createServer, type Socket } from 'node:net';
import { listenWith } from '../http/http-server.ts';
import { acceptDeadline, stopAccepting } from '../http/stop-accepting.ts';

/** Further connections are closed. */
const maxWaitingConnections = 1_000;

export interface ConnectionAcceptor {
  port: number;
  dispatchAgain(socket: Socket): void;
  dispatchWaiting(): void;
  /** Accepts connections until no more arrive. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Does not read from connections.
 * @param sendToWorker returns whether a worker accepts the connection
 * @throws StartError
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
