import type { Socket } from 'node:net';
import type { ConnectionSource, HandleConnection } from '../http/http-server.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { ShutdownTimeouts } from './running-server.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-messages.ts';

/** A worker that nobody watches any more ends after this long at the latest. */
const longestOrphanMillis = 15_000;

/** The main process, as a worker of it sees it. */
export interface SupervisorConnection {
  connections: ConnectionSource;
  /** Aborted when this worker is to stop: by the main process, or because that is gone. */
  stop: AbortSignal;
  /** How long it may take to stop, once it is to. */
  times(): ShutdownTimeouts;
  /** Says that connections can be handed over. */
  ready(): void;
  /** The figures of all workers. */
  figuresOfAll(): Promise<MetricsSnapshot[]>;
  /** Says how the figures of this worker are had. */
  tellFigures(own: () => Promise<MetricsSnapshot>): void;
  /** Lets this process end. */
  leave(): void;
}

/**
 * What the main process says to this one, its worker. Signals are the main process's: a terminal, or whatever supervises the
 * service, sends them to both.
 * @param port where the main process listens
 * @param onOrphaned told where the main process is gone
 */
export function connectToSupervisor(port: number, onOrphaned: () => void): SupervisorConnection {
  const stop = new AbortController();
  const asked = new Map<number, (figures: MetricsSnapshot[]) => void>();
  let isLeaving = false;
  let times: ShutdownTimeouts = {};
  let take: HandleConnection = (socket) => socket.destroy();
  let own: () => Promise<MetricsSnapshot> = async () => [];
  let isOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const tell = (message: MessageFromWorker) => {
    // Who is gone needs to know nothing.
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  const end = () => {
    isOver();
    stop.abort();
  };
  const heard = async (message: MessageToWorker, socket: Socket | undefined) => {
    switch (message.type) {
      case 'connection':
        // Whoever left while the connection was on its way leaves nothing to be handed over.
        return socket && take(socket, message.isForNow);
      case 'drain':
        ({ times } = message);
        return stop.abort();
      case 'over':
        return end();
      case 'ask':
        return tell({ type: 'here' });
      case 'figures':
        return tell({ ...message, figures: await own().catch(() => []) });
      case 'allFigures':
        asked.get(message.id)?.(message.figures);
        asked.delete(message.id);
    }
  };
  process.on('message', (message, socket) => {
    void heard(message as MessageToWorker, socket as Socket | undefined);
  });
  process.on('disconnect', () => {
    if (isLeaving) return;
    onOrphaned();
    end();
    setTimeout(() => process.exit(1), longestOrphanMillis).unref();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  return {
    connections: {
      port,
      over,
      handTo: (to) => {
        take = to;
      },
    },
    stop: stop.signal,
    times: () => times,
    ready: () => tell({ type: 'ready' }),
    figuresOfAll: () =>
      new Promise((resolve) => {
        const id = asked.size === 0 ? 0 : Math.max(...asked.keys()) + 1;
        asked.set(id, resolve);
        tell({ type: 'allFigures', id });
      }),
    tellFigures: (given) => {
      own = given;
    },
    leave: () => {
      isLeaving = true;
      if (process.connected) process.disconnect();
    },
  };
}
