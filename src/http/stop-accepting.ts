import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextEventLoopTick, setTimeout as sleep } from 'node:timers/promises';

/** The server stops listening after this time without a new connection. */
const quietPeriodMs = 250;
const defaultAcceptingMs = 5_000;

/** Node accepts one connection per tick. */
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
  // HTTP's `close` would close idle connections, even while a request arrives.
  NetServer.prototype.close.call(server);
  held?.release();
}

/** Holds connections, because the system resets those that arrive during the close. */
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

export const acceptDeadline = (startedAt: number, timeoutMs: number, acceptTimeoutMs?: number) =>
  startedAt + Math.min(acceptTimeoutMs ?? defaultAcceptingMs, timeoutMs);

/** Resolves after a poll: no connection arrives before the close. */
async function waitUntilQuiet(lastConnectionAt: () => number, deadline: number): Promise<void> {
  for (;;) {
    const remainingMs = Math.min(lastConnectionAt() + quietPeriodMs, deadline) - performance.now();
    if (remainingMs > 0) await sleep(remainingMs);
    const previousConnectionAt = lastConnectionAt();
    const startedAt = performance.now();
    await nextEventLoopTick();
    const now = performance.now();
    if (now >= deadline + maxExtraAcceptingMs) return;
    if (lastConnectionAt() !== previousConnectionAt || now - startedAt > shortTickMs) continue;
    if (now >= deadline || now - previousConnectionAt >= quietPeriodMs) return;
  }
}
