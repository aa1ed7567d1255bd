import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextEventLoopTick, setTimeout as sleep } from 'node:timers/promises';

/** Without new connections for the quiet period, the server stops listening. */
const quietPeriodMs = 250;
const defaultAcceptingMs = 5_000;

/** Node accepts one connection per tick, which can take long. */
const maxExtraAcceptingMs = 2_000;

const shortTickMs = 5;

/** Accepted connections stay open. */
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
  // HTTP's `close` would close idle connections at once, even while a request arrives.
  NetServer.prototype.close.call(server);
  held?.release();
}

/**
 * Holds connections unserved, so that their clients open no new ones. The system resets connections that arrive
 * during the close.
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

export const acceptDeadline = (startedAt: number, timeoutMs: number, acceptingMillis?: number) =>
  startedAt + Math.min(acceptingMillis ?? defaultAcceptingMs, timeoutMs);

/** Resolves directly after a poll for connections, so that none arrives before the server stops listening. */
async function waitUntilQuiet(lastConnectionAt: () => number, deadline: number): Promise<void> {
  for (;;) {
    const remainingMs = Math.min(lastConnectionAt() + quietPeriodMs, deadline) - performance.now();
    if (remainingMs > 0) await sleep(remainingMs);
    const previousConnectionAt = lastConnectionAt();
    const startedAt = performance.now();
    await nextEventLoopTick();
    const now = performance.now();
    if (now >= deadline + maxExtraAcceptingMs) return;
    // Further connections may have arrived during a long tick.
    if (lastConnectionAt() !== previousConnectionAt || now - startedAt > shortTickMs) continue;
    if (now >= deadline || now - previousConnectionAt >= quietPeriodMs) return;
  }
}
