import type { Socket } from 'node:net';
import type { ConnectionSource, HandleConnection } from '../http/http-server.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { ShutdownTimeouts } from './running-server.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-messages.ts';

const maxOrphanMs = 15_000;

export interface SupervisorConnection {
  connections: ConnectionSource;
  stop: AbortSignal;
  shutdownTimeouts(): ShutdownTimeouts;
  notifyReady(): void;
  readAllMetrics(): Promise<MetricsSnapshot[]>;
  setMetricsSource(readMetrics: () => Promise<MetricsSnapshot>): void;
  disconnect(): void;
}

/**
 * Ignores signals, since terminals and process managers send them to both processes. @param onOrphaned called if
 * the main process has ended
 */
export function connectToSupervisor(port: number, onOrphaned: () => void): SupervisorConnection {
  const stop = new AbortController();
  const pendingRequests = new Map<number, (snapshots: MetricsSnapshot[]) => void>();
  let isDisconnecting = false;
  let timeouts: ShutdownTimeouts = {};
  let handleConnection: HandleConnection = (socket) => socket.destroy();
  let readMetrics: () => Promise<MetricsSnapshot> = async () => [];
  let resolveEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });
  const send = (message: MessageFromWorker) => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  const stopWorker = () => {
    resolveEnded();
    stop.abort();
  };
  const handleMessage = async (message: MessageToWorker, socket: Socket | undefined) => {
    switch (message.type) {
      case 'connection':
        // Undefined if the client disconnected in transit.
        return socket && handleConnection(socket, message.isForNow);
      case 'drain':
        timeouts = message.times;
        return stop.abort();
      case 'over':
        return stopWorker();
      case 'ask':
        return send({ type: 'here' });
      case 'figures':
        return send({ ...message, figures: await readMetrics().catch(() => []) });
      case 'allFigures':
        pendingRequests.get(message.id)?.(message.figures);
        pendingRequests.delete(message.id);
    }
  };
  process.on('message', (message, socket) => {
    void handleMessage(message as MessageToWorker, socket as Socket | undefined);
  });
  process.on('disconnect', () => {
    if (isDisconnecting) return;
    onOrphaned();
    stopWorker();
    setTimeout(() => process.exit(1), maxOrphanMs).unref();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  return {
    connections: {
      port,
      ended,
      onConnection: (handle) => {
        handleConnection = handle;
      },
    },
    stop: stop.signal,
    shutdownTimeouts: () => timeouts,
    notifyReady: () => send({ type: 'ready' }),
    readAllMetrics: () =>
      new Promise((resolve) => {
        const id = pendingRequests.size === 0 ? 0 : Math.max(...pendingRequests.keys()) + 1;
        pendingRequests.set(id, resolve);
        send({ type: 'allFigures', id });
      }),
    setMetricsSource: (read) => {
      readMetrics = read;
    },
    disconnect: () => {
      isDisconnecting = true;
      if (process.connected) process.disconnect();
    },
  };
}
