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

class SupervisorChannel implements SupervisorConnection {
  readonly connections: ConnectionSource;
  readonly #stop = new AbortController();
  readonly stop = this.#stop.signal;
  readonly #pendingRequests = new Map<number, (snapshots: MetricsSnapshot[]) => void>();
  readonly #ended = new AbortController();
  #isDisconnecting = false;
  #timeouts: ShutdownTimeouts = {};
  #handleConnection: HandleConnection = (socket) => socket.destroy();
  #readMetrics: () => Promise<MetricsSnapshot> = async () => [];

  constructor(port: number, onOrphaned: () => void) {
    this.connections = {
      port,
      ended: new Promise((resolve) => {
        this.#ended.signal.addEventListener('abort', () => resolve());
      }),
      onConnection: (handle) => {
        this.#handleConnection = handle;
      },
    };
    process.on('message', (message, socket) => {
      void this.#handleMessage(message as MessageToWorker, socket as Socket | undefined);
    });
    process.on('disconnect', () => {
      if (this.#isDisconnecting) return;
      onOrphaned();
      this.#stopWorker();
      setTimeout(() => process.exit(1), maxOrphanMs).unref();
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => undefined);
  }

  shutdownTimeouts(): ShutdownTimeouts {
    return this.#timeouts;
  }

  notifyReady(): void {
    this.#send({ type: 'ready' });
  }

  readAllMetrics(): Promise<MetricsSnapshot[]> {
    return new Promise((resolve) => {
      const ids = [...this.#pendingRequests.keys()];
      const id = ids.length === 0 ? 0 : Math.max(...ids) + 1;
      this.#pendingRequests.set(id, resolve);
      this.#send({ type: 'allMetrics', id });
    });
  }

  setMetricsSource(readMetrics: () => Promise<MetricsSnapshot>): void {
    this.#readMetrics = readMetrics;
  }

  disconnect(): void {
    this.#isDisconnecting = true;
    if (process.connected) process.disconnect();
  }

  async #handleMessage(message: MessageToWorker, socket: Socket | undefined): Promise<void> {
    switch (message.type) {
      case 'connection':
        // Undefined if the client disconnected in transit.
        if (socket) this.#handleConnection(socket, message.closesAfterResponse);
        return;
      case 'drain':
        this.#timeouts = message.timeouts;
        return this.#stop.abort();
      case 'end':
        return this.#stopWorker();
      case 'ping':
        return this.#send({ type: 'pong' });
      case 'metrics':
        return this.#send({ ...message, metrics: await this.#readMetrics().catch(() => []) });
      case 'allMetrics':
        this.#pendingRequests.get(message.id)?.(message.metrics);
        this.#pendingRequests.delete(message.id);
    }
  }

  #send(message: MessageFromWorker): void {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  }

  #stopWorker(): void {
    this.#ended.abort();
    this.#stop.abort();
  }
}

/**
 * Ignores signals, since terminals and process managers send them to both processes.
 * @param onOrphaned called if the main process has ended
 */
export const connectToSupervisor = (port: number, onOrphaned: () => void): SupervisorConnection =>
  new SupervisorChannel(port, onOrphaned);
