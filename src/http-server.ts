import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as afterThisPoll, setTimeout as sleep } from 'node:timers/promises';

/** A request's headers, and the whole request, have to arrive within this long: slow senders must not pile up. */
const headersTimeoutMillis = 15_000;
const requestTimeoutMillis = 60_000;
const checkingIntervalMillis = 5_000;

/** Longer than the idle time of the usual load balancers, so that theirs ends first and no request meets a closed door. */
const keepAliveTimeoutMillis = 65_000;

/** Told to stop, the service takes connections until none has come for this long, which may take so long in all. */
const quietMillis = 250;
const longestAcceptingMillis = 5_000;

/**
 * What waits at the door at the end of that is let in too, if it takes no longer than this: Node accepts one connection in
 * each turn of its event loop, and on a busy machine a turn may take long.
 */
const lettingInMillis = 2_000;

/** A turn of the event loop in which little more was done than to look for connections. */
const shortTurnMillis = 5;

/** After the door is shut, requests that were on their way on open connections are still taken for this long. */
const lastCallMillis = 250;

/** On a connection that has carried nothing yet the request is waited for this long; it comes at once mostly. */
const firstRequestMillis = 3_000;

/** The service could not start, and the message says what a person can do. */
class StartError extends Error {
  override readonly name = 'StartError';
}

export interface HttpServer {
  server: Server;
  port: number;
  /**
   * Takes connections until no more come, answers every request that was accepted, and ends each connection after its
   * answer. Answers how many requests were still open after `patienceMillis`; their connections are cut. Where connections
   * go on coming, they are taken for `acceptingMillis`, 5 s when left out.
   */
  drain(patienceMillis: number, acceptingMillis?: number): Promise<number>;
}

/**
 * Listens; whoever calls sets the handler of `request` before it yields to the event loop again.
 * @throws StartError where the address or port cannot be had.
 */
export async function listen(host: string, port: number): Promise<HttpServer> {
  const server = createServer({
    headersTimeout: headersTimeoutMillis,
    requestTimeout: requestTimeoutMillis,
    connectionsCheckingInterval: checkingIntervalMillis,
    keepAliveTimeout: keepAliveTimeoutMillis,
    // Node would answer without a body; the door says what is missing.
    requireHostHeader: false,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port, drain: drainOf(server) };
}

/**
 * Makes sure, before anything else is done, that the address and port can be had; nobody listens there afterwards.
 * @throws StartError as {@link listen}.
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const { server } = await listen(host, port);
  await new Promise((closed) => server.close(closed));
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop what listens there, or set PORT to another port (0 for any free one).`,
    EACCES: `Port ${port} may only be used by privileged processes. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `The address ${host} is unknown. Set HOST to one of this machine’s, or to 0.0.0.0 for all of them.`,
  };
  const reason = reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}.`;
  return new StartError(reason, { cause: error });
}

/** Follows connections and what is being answered on them, from the start. */
function drainOf(server: Server): HttpServer['drain'] {
  /** With the time until which its first request is waited for. */
  const sockets = new Map<Socket, number>();
  const answers = new Map<ServerResponse, Socket>();
  let draining = false;
  let newestConnection = 0;
  let lastCall = false;
  const isBusy = (socket: Socket) => [...answers.values()].includes(socket);
  const endIfIdle = (socket: Socket) => {
    if (!isBusy(socket)) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    newestConnection = performance.now();
    sockets.set(socket, newestConnection + firstRequestMillis);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    answers.set(response, socket);
    sockets.set(socket, 0);
    if (draining) response.shouldKeepAlive = false;
    response.once('close', () => {
      answers.delete(response);
      // An answer whose headers had left before the drain began did not say that the connection ends.
      if (lastCall) endIfIdle(socket);
    });
  });
  return async (patienceMillis, acceptingMillis = longestAcceptingMillis) => {
    draining = true;
    const began = performance.now();
    for (const response of answers.keys()) response.shouldKeepAlive = false;
    await untilQuiet(
      () => Math.max(began, newestConnection),
      began + Math.min(acceptingMillis, patienceMillis),
    );
    // Not http's own close: that ends idle connections at once, also those on which a request is just arriving.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(server, () => resolve()),
    );
    await sleep(lastCallMillis);
    // What came meanwhile may not have been looked at yet.
    await afterThisPoll();
    lastCall = true;
    for (const [socket, expectedUntil] of sockets) {
      const rest = expectedUntil - performance.now();
      if (rest > 0) setTimeout(endIfIdle, rest, socket).unref();
      else endIfIdle(socket);
    }
    let cut = 0;
    const patience = setTimeout(
      () => {
        cut = answers.size;
        server.closeAllConnections();
      },
      began + patienceMillis - performance.now(),
    );
    await closed;
    clearTimeout(patience);
    server.close();
    return cut;
  };
}

/**
 * Resolves when nothing has come for a while, or after the end as soon as nothing more waits. Right after the event loop
 * has looked for connections, so that the door can be shut before the system takes another one, which nobody would answer.
 */
async function untilQuiet(newest: () => number, end: number): Promise<void> {
  for (;;) {
    const rest = Math.min(newest() + quietMillis, end) - performance.now();
    if (rest > 0) await sleep(rest);
    const before = newest();
    const began = performance.now();
    await afterThisPoll();
    const now = performance.now();
    if (now >= end + lettingInMillis) return;
    // After a turn that took long, connections wait that came in the course of it.
    if (newest() !== before || now - began > shortTurnMillis) continue;
    if (now >= end || now - before >= quietMillis) return;
  }
}
