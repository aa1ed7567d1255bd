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

/** Takes a connection. @param isForNow whether it ends with its first answer, so that its caller comes anew */
export type HandleConnection = (socket: Socket, isForNow: boolean) => void;

/** Connections that another process accepts, and hands over to this one. */
export interface ConnectionSource {
  /** Where that process listens. */
  port: number;
  /** Has each connection given to `take` from now on. */
  handTo(take: HandleConnection): void;
  /** Resolves when no more are handed over. */
  over: Promise<void>;
}

export interface HttpServer {
  server: Server;
  port: number;
  /**
   * Takes connections until no more come, answers every request that was accepted, and ends each connection after its
   * answer. Answers how many requests were still open after `patienceMillis`; their connections are cut. Where connections
   * go on coming, they are taken for `acceptingMillis`, 5 s when left out; on open ones requests are waited for `lingerMillis` long,
   * 250 ms when left out.
   */
  drain(patienceMillis: number, times?: DrainTimeouts): Promise<number>;
}

export interface DrainTimeouts {
  acceptingMillis?: number;
  lingerMillis?: number;
}

/**
 * Listens; whoever calls sets the handler of `request` before it yields to the event loop again.
 * @throws StartError where the address or port cannot be had.
 */
export async function listen(host: string, port: number): Promise<HttpServer> {
  const server = createServer(serverOptions);
  const own = await listenWith(server, host, port);
  return {
    server,
    port: own,
    drain: drainOf(server, (...until) => stopAccepting(server, ...until)),
  };
}

const serverOptions = {
  headersTimeout: headersTimeoutMillis,
  requestTimeout: requestTimeoutMillis,
  connectionsCheckingInterval: checkingIntervalMillis,
  keepAliveTimeout: keepAliveTimeoutMillis,
  // Node would answer without a body; the door says what is missing.
  requireHostHeader: false,
};

/** Answers on connections that another process accepts; as {@link listen}, but that nobody can refuse it a port. */
export function serveConnections({ port, handTo, over }: ConnectionSource): HttpServer {
  const server = createServer(serverOptions);
  // Node watches how long requests take to arrive on a server that has begun to listen, as this one never does.
  server.emit('listening');
  const forNow = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    if (forNow.has(socket)) response.shouldKeepAlive = false;
  });
  handTo((socket, isForNow) => {
    if (isForNow) forNow.add(socket);
    server.emit('connection', socket);
    socket.resume();
  });
  return { server, port, drain: drainOf(server, () => over) };
}

/**
 * Listens with a server of any kind; answers the port.
 * @throws StartError as {@link listen}
 */
export async function listenWith(server: NetServer, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Makes sure, before anything else is done, that the address and port can be had; nobody listens there afterwards.
 * @throws StartError as {@link listen}.
 */
export async function assertAddressAvailable(host: string, port: number): Promise<void> {
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

/**
 * Takes connections until no more come, or until `end` as soon as none waits, then shuts the door: connections that were
 * accepted stay open.
 */
export async function stopAccepting(
  server: NetServer,
  newest: () => number,
  end: number,
): Promise<void> {
  await untilQuiet(newest, end);
  // Not http's own close: that ends idle connections at once, also those on which a request is just arriving.
  NetServer.prototype.close.call(server);
}

/** How long the door stays open to connections that go on coming. */
export const acceptDeadline = (began: number, patienceMillis: number, acceptingMillis?: number) =>
  began + Math.min(acceptingMillis ?? longestAcceptingMillis, patienceMillis);

type Shut = (newest: () => number, end: number) => Promise<void>;

/** A connection. */
interface Served {
  socket: Socket;
  /** Until when its first request is waited for. */
  expectedUntil: number;
  /**
   * What is being answered on it. Not a Map of all answers: of a Map whose keys come and go the tables of before hold what was
   * answered until all memory is looked through, which takes longer than a small answer.
   */
  answers: ServerResponse[];
}

/** Follows connections and what is being answered on them, from the start. */
function drainOf(server: Server, shutDoor: Shut): HttpServer['drain'] {
  const connections = new Map<Socket, Served>();
  let draining = false;
  let newestConnection = 0;
  let lastCall = false;
  let whenAllAreClosed: (() => void) | undefined;
  const openAnswers = () => [...connections.values()].flatMap(({ answers }) => answers);
  const endIfIdle = ({ answers, socket }: Served) => {
    if (answers.length === 0) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    newestConnection = performance.now();
    const expectedUntil = newestConnection + firstRequestMillis;
    connections.set(socket, { socket, expectedUntil, answers: [] });
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) whenAllAreClosed?.();
    });
  });
  server.on('request', ({ socket }, response) => {
    const served = connections.get(socket);
    if (draining) response.shouldKeepAlive = false;
    if (served === undefined) return;
    served.expectedUntil = 0;
    served.answers.push(response);
    response.once('close', () => {
      served.answers.splice(served.answers.indexOf(response), 1);
      // An answer whose headers had left before the drain began did not say that the connection ends.
      if (lastCall) endIfIdle(served);
    });
  });
  return async (patienceMillis, { acceptingMillis, lingerMillis = lastCallMillis } = {}) => {
    draining = true;
    const began = performance.now();
    for (const response of openAnswers()) response.shouldKeepAlive = false;
    await shutDoor(
      () => Math.max(began, newestConnection),
      acceptDeadline(began, patienceMillis, acceptingMillis),
    );
    const allClosed = new Promise<void>((resolve) => {
      whenAllAreClosed = resolve;
    });
    if (connections.size > 0) await Promise.race([allClosed, sleep(lingerMillis)]);
    // What came meanwhile may not have been looked at yet.
    await afterThisPoll();
    lastCall = true;
    for (const served of connections.values()) {
      const rest = served.expectedUntil - performance.now();
      if (rest > 0) setTimeout(endIfIdle, rest, served).unref();
      else endIfIdle(served);
    }
    let cut = 0;
    const patience = setTimeout(
      () => {
        cut = openAnswers().length;
        server.closeAllConnections();
      },
      began + patienceMillis - performance.now(),
    );
    if (connections.size > 0) await allClosed;
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
