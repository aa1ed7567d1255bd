import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { setImmediate as nextEventLoopTick, setTimeout as sleep } from 'node:timers/promises';
import { acceptDeadline, stopAccepting } from './stop-accepting.ts';

const headersTimeoutMs = 15_000;
const requestTimeoutMs = 60_000;
const timeoutCheckIntervalMs = 5_000;

/** Above the idle timeouts of common load balancers. */
const keepAliveTimeoutMs = 65_000;

const defaultCloseTimeoutMs = 250;

const firstRequestTimeoutMs = 3_000;

class StartError extends Error {
  override readonly name = 'StartError';
}

export type HandleConnection = (socket: Socket, closesAfterResponse: boolean) => void;

export interface ConnectionSource {
  port: number;
  onConnection(handle: HandleConnection): void;
  ended: Promise<void>;
}

export interface HttpServer {
  server: Server;
  port: number;
  /**
   * Aborts the remaining requests after `timeoutMs`.
   * @returns their number
   */
  drain(timeoutMs: number, times?: DrainTimeouts): Promise<number>;
}

export interface DrainTimeouts {
  acceptTimeoutMs?: number;
  closeTimeoutMs?: number;
}

/**
 * Set the `request` handler in the same tick.
 * @throws StartError
 */
export async function listen(host: string, port: number): Promise<HttpServer> {
  const server = createServer(serverOptions);
  const actualPort = await listenWith(server, host, port);
  return {
    server,
    port: actualPort,
    drain: createDrain(server, (lastConnectionAt, deadline) =>
      stopAccepting(server, lastConnectionAt, deadline),
    ),
  };
}

const serverOptions = {
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: timeoutCheckIntervalMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  // The service sends its own error.
  requireHostHeader: false,
};

export function serveConnections({ port, onConnection, ended }: ConnectionSource): HttpServer {
  const server = createServer(serverOptions);
  // Node starts its timeout checks with this event.
  server.emit('listening');
  const singleRequestSockets = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    if (singleRequestSockets.has(socket)) response.shouldKeepAlive = false;
  });
  onConnection((socket, closesAfterResponse) => {
    if (closesAfterResponse) singleRequestSockets.add(socket);
    server.emit('connection', socket);
    socket.resume();
  });
  return { server, port, drain: createDrain(server, () => ended) };
}

/** @throws StartError */
export async function listenWith(server: NetServer, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(createStartError(error, host, port)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** @throws StartError */
export async function assertAddressAvailable(host: string, port: number): Promise<void> {
  const { server } = await listen(host, port);
  const closed = new Promise((resolve) => server.close(resolve));
  // A waiting client would delay close().
  server.closeAllConnections();
  await closed;
}

function createStartError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT to another port (0 for any free one).`,
    EACCES: `Port ${port} needs a privileged process. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `The address ${host} is unknown. Set HOST to one of this machine’s, or to 0.0.0.0 for all of them.`,
  };
  const reason = reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}.`;
  return new StartError(reason, { cause: error });
}

type StopListening = (lastConnectionAt: () => number, deadline: number) => Promise<void>;

interface OpenConnection {
  socket: Socket;
  requestExpectedUntil: number;
  /** A Map's old tables would retain responses. */
  responses: ServerResponse[];
}

class ConnectionTracker {
  readonly #server: Server;
  readonly #stopListening: StopListening;
  readonly #connections = new Map<Socket, OpenConnection>();
  #isDraining = false;
  #lastConnectionAt = 0;
  #closesIdle = false;
  #onAllClosed: (() => void) | undefined;

  constructor(server: Server, stopListening: StopListening) {
    this.#server = server;
    this.#stopListening = stopListening;
    server.on('connection', (socket) => this.#addConnection(socket));
    server.on('request', ({ socket }, response) => this.#addResponse(socket, response));
  }

  #addConnection(socket: Socket): void {
    this.#lastConnectionAt = performance.now();
    const requestExpectedUntil = this.#lastConnectionAt + firstRequestTimeoutMs;
    this.#connections.set(socket, { socket, requestExpectedUntil, responses: [] });
    socket.once('close', () => {
      this.#connections.delete(socket);
      if (this.#connections.size === 0) this.#onAllClosed?.();
    });
  }

  #addResponse(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (this.#isDraining) response.shouldKeepAlive = false;
    if (connection === undefined) return;
    connection.requestExpectedUntil = 0;
    connection.responses.push(response);
    response.once('close', () => {
      connection.responses.splice(connection.responses.indexOf(response), 1);
      // A response from before the drain did not announce `connection: close`.
      if (this.#closesIdle) closeIfIdle(connection);
    });
  }

  #openResponses(): ServerResponse[] {
    return [...this.#connections.values()].flatMap(({ responses }) => responses);
  }

  async drain(
    timeoutMs: number,
    { acceptTimeoutMs, closeTimeoutMs = defaultCloseTimeoutMs }: DrainTimeouts = {},
  ): Promise<number> {
    this.#isDraining = true;
    const startedAt = performance.now();
    for (const response of this.#openResponses()) response.shouldKeepAlive = false;
    await this.#stopListening(
      () => Math.max(startedAt, this.#lastConnectionAt),
      acceptDeadline(startedAt, timeoutMs, acceptTimeoutMs),
    );
    const allClosed = new Promise<void>((resolve) => {
      this.#onAllClosed = resolve;
    });
    if (this.#connections.size > 0) await Promise.race([allClosed, sleep(closeTimeoutMs)]);
    // The parser may still hold a received request.
    await nextEventLoopTick();
    this.#closeIdle();
    let abortedRequests = 0;
    const abort = () => {
      abortedRequests = this.#openResponses().length;
      this.#server.closeAllConnections();
    };
    const timer = setTimeout(abort, startedAt + timeoutMs - performance.now());
    if (this.#connections.size > 0) await allClosed;
    clearTimeout(timer);
    this.#server.close();
    return abortedRequests;
  }

  #closeIdle(): void {
    this.#closesIdle = true;
    for (const connection of this.#connections.values()) {
      const remainingMs = connection.requestExpectedUntil - performance.now();
      if (remainingMs > 0) setTimeout(closeIfIdle, remainingMs, connection).unref();
      else closeIfIdle(connection);
    }
  }
}

function closeIfIdle({ responses, socket }: OpenConnection): void {
  if (responses.length === 0) socket.destroySoon();
}

function createDrain(server: Server, stopListening: StopListening): HttpServer['drain'] {
  const tracker = new ConnectionTracker(server, stopListening);
  return (timeoutMs, times) => tracker.drain(timeoutMs, times);
}
