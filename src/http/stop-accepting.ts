import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextEventLoopTick, setTimeout as sleep } from 'node:timers/promises';

/** During a shutdown, the server accepts connections until none has arrived for the quiet period, or until the second limit. */
const quietPeriodMs = 250;
const defaultAcceptingMs = 5_000;

/**
 * Connections that wait at the deadline are accepted for this long: Node accepts one connection per tick of the event loop,
 * and a tick can take long on a busy machine.
 */
const maxExtraAcceptingMs = 2_000;

/** A tick of the event loop that did little more than poll for connections. */
const shortTickMs = 5;

/** Accepts connections until no more arrive, or until the deadline if none waits. Accepted connections stay open. */
export async function stopAccepting(
  server: NetServer,
  lastConnectionAt: () => number,
  deadline: number,
): Promise<void> {
  await waitUntilQuiet(lastConnectionAt, deadline);
  const held =
    performance.now() - lastConnectionAt() < quietPeriodMs ? holdConnections(server) : undefined;
  if (held) {
    await waitUntilQuiet(held.lastConnectionAt, performance.now() + maxExtraAcceptingMs);
  }
  // The close of an HTTP server would close idle connections at once, even if a request is arriving.
  NetServer.prototype.close.call(server);
  held?.release();
}

/**
 * Accepts connections without serving them until `release`. A client that opens a connection for each request opens no other before
 * its response, so soon no more connections arrive. The system resets a connection that arrives while the port is closed.
 */
function holdConnections(server: NetServer & { pauseOnConnect?: boolean }) {
  const { pauseOnConnect } = server;
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const sockets: Socket[] = [];
  let lastConnectionAt = performance.now();
  server.pauseOnConnect = true;
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    lastConnectionAt = performance.now();
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  return {
    lastConnectionAt: () => lastConnectionAt,
    release: (): void => {
      server.removeAllListeners('connection');
      for (const listener of listeners) server.on('connection', listener);
      for (const socket of sockets.filter(({ destroyed }) => !destroyed)) {
        server.emit('connection', socket);
        if (!pauseOnConnect) socket.resume();
      }
    },
  };
}

/** The time until which a draining server accepts connections. */
export const acceptDeadline = (startedAt: number, timeoutMs: number, acceptingMillis?: number) =>
  startedAt + Math.min(acceptingMillis ?? defaultAcceptingMs, timeoutMs);

/**
 * Resolves when no connection has arrived for the quiet period, or after the deadline when none waits. It resolves right after
 * the event loop has polled for connections, so that the server can stop listening before the system accepts another one.
 */
async function waitUntilQuiet(lastConnectionAt: () => number, deadline: number): Promise<void> {
  for (;;) {
    const remainingMs = Math.min(lastConnectionAt() + quietPeriodMs, deadline) - performance.now();
    if (remainingMs > 0) await sleep(remainingMs);
    const previousConnectionAt = lastConnectionAt();
    const startedAt = performance.now();
    await nextEventLoopTick();
    const now = performance.now();
    if (now >= deadline + maxExtraAcceptingMs) return;
    // During a long tick, further connections may have arrived.
    if (lastConnectionAt() !== previousConnectionAt || now - startedAt > shortTickMs) continue;
    if (now >= deadline || now - previousConnectionAt >= quietPeriodMs) return;
  }
}
