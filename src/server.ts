import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { Admission, usualAdmission } from './admission.ts';
import { createApp } from './app.ts';
import { openChanges, openCounts, openKeyMemory } from './app-parts.ts';
import { createCompression } from './compressed-answers.ts';
import { asCalled, type Config } from './config.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { type ReadyDatabase, readyDatabase } from './database/access.ts';
import type { Database } from './database/client.ts';
import { openDatabase } from './database/client.ts';
import { markService } from './database/service-mark.ts';
import { shareListener } from './database/shared-listener.ts';
import { deliveryNotice, startMailRunner } from './delivery/index.ts';
import { closeDocumentThread } from './documents/pdf.ts';
import { closeTemplates } from './domain/invoices/liquid.ts';
import { ActionError } from './domain/kernel/errors.ts';
import { answerHttpFaults, faultResponse, refusesWithoutHost } from './http-faults.ts';
import { checkAddress, listen } from './http-server.ts';
import { createMetrics } from './metrics.ts';
import { createRefusal } from './refusal.ts';
import { createPersistedOperations, readManifest } from './schema/endpoint/persisted.ts';
import { startSweeper } from './sweeper.ts';

/** Every connection that the service makes goes to the port that it knew when it started. */
const moved =
  'The embedded database had to move to another port: the service ends, to be started anew.';

/** Accepted requests are answered within this long after the service was told to stop; most supervisors kill after 10 s. */
const drainPatienceMillis = 8_000;

export interface ServerDependencies {
  log: Logger;
  /** Told in words of what takes a moment while the service starts. */
  progress?: (line: string) => void;
  /** Runs when the database is ready, before the first request is taken. */
  prepare?: (database: Database) => Promise<void>;
  /** Gives the start up at the next step. */
  signal?: AbortSignal;
  /** Told where the service cannot go on and is to be started anew. */
  onLost?: (message: string) => void;
  /** How long {@link RunningServer.close} waits for answers. */
  patienceMillis?: number;
}

export interface RunningServer {
  /** Where it answers on this machine. */
  url: string;
  port: number;
  /**
   * Says so at /ready, takes connections until no more come, answers what was accepted, then closes the database's connections and stops the
   * embedded PostgreSQL. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Starts the service: database, tables, door. What was opened is closed again where a later step fails.
 * @throws StartError, MigrationError or another Error, in words for the person who started it.
 */
export async function start(
  config: Config,
  dependencies: ServerDependencies,
): Promise<RunningServer> {
  const { log, signal, progress = () => undefined } = dependencies;
  const opened: (() => Promise<void>)[] = [];
  let isClosing = false;
  const closeAll = async () => {
    isClosing = true;
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  let tell = progress;
  try {
    await checkAddress(config.host, config.port);
    const access = await readyDatabase(
      config,
      'service',
      (line) => tell(line),
      signal,
      () => dependencies.onLost?.(moved),
    );
    opened.push(access.close);
    if (access.problem !== undefined) log.warn(asCalled(access.problem));
    signal?.throwIfAborted();
    const database = openDatabase({
      url: access.url,
      role: access.role,
      poolSize: config.databasePoolSize,
      // The embedded server may end connections while they are being closed.
      log: (message, err) => log[isClosing ? 'debug' : 'warn']({ err }, message),
    });
    opened.push(database.close);
    const mark = await markService(database, (message, err) =>
      log[isClosing ? 'debug' : 'warn']({ err }, message),
    );
    opened.push(mark.close);
    await dependencies.prepare?.(database);
    signal?.throwIfAborted();
    const door = await openDoor(config, access, database, dependencies);
    opened.push(door.close);
    tell = (line) => log.warn(line);
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll();
      return closing;
    };
    return { url: door.url, port: door.port, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openDoor(
  config: Config,
  { url: databaseUrl, role }: ReadyDatabase,
  database: Database,
  { log, patienceMillis = drainPatienceMillis }: ServerDependencies,
): Promise<RunningServer> {
  const persisted = createPersistedOperations(
    config.persistedOperations,
    config.persistedOperationsFile ? readManifest(config.persistedOperationsFile) : new Map(),
  );
  const { server, port, drain } = await listen(config.host, config.port);
  const url = `http://${localName(config.host)}:${port}`;
  const listener = shareListener(database.listener);
  const changes = openChanges(listener, log);
  const counts = openCounts(database, log);
  const keyMemory = openKeyMemory(database, listener, log);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const { prisma } = database;
  const sweeper = startSweeper(prisma, log, config.audit, publicUrl);
  const mailRunner =
    config.mail &&
    startMailRunner({ databaseUrl, role, prisma, publicUrl, mail: config.mail, log });
  let isStopping = false;
  const admission = new Admission(usualAdmission(config.databasePoolSize));
  const app = createApp({
    database,
    log,
    changes,
    keyMemory,
    publicUrl,
    sendsMail: mailRunner !== undefined,
    bodyLimitBytes: config.bodyLimitBytes,
    ...config.rates,
    signInRates: config.signInRates,
    counts,
    limits: config.graphql,
    persisted,
    admission,
    isStopping: () => isStopping,
    corsOrigins: config.corsOrigins,
    ...(config.metricsToken && { metrics: createMetrics(config.metricsToken) }),
    ...(config.authSecret !== undefined && { authSecret: config.authSecret }),
    ...(config.openId && { openId: config.openId }),
    ...(config.trustedProxies && { trustedProxies: config.trustedProxies }),
    ...(config.tokenIssuer && { tokenIssuer: config.tokenIssuer }),
  });
  answerHttpFaults(server);
  const answer = getRequestListener(app.fetch, {
    hostname: localName(config.host),
    errorHandler: unanswered(log),
  });
  const refuses = createRefusal(admission, log);
  const compresses = createCompression();
  const answersPreflight = createCrossOrigin(config.corsOrigins);
  server.on('request', (request, response) => {
    if (refusesWithoutHost(request, response)) return;
    if (answersPreflight(request, response) || refuses(request, response)) return;
    compresses(request, response);
    if (!app.answersDirectly(request, response)) void answer(request, response);
  });
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
  log.info({ url }, 'listening');
  log.info(deliveryNotice(config.mail));
  const close = async () => {
    isStopping = true;
    log.info('draining');
    // Subscriptions have no end of their own: who follows changes is cut off, while everything else is answered.
    const [cut] = await Promise.all([drain(patienceMillis), changes.close()]);
    await keyMemory.close();
    await counts.close();
    await sweeper.close();
    if (cut > 0) log.warn({ requests: cut }, 'requests were cut: they took too long to answer');
    // Mails that wait for their PDF are put off instead of holding up the mailRunner.
    await Promise.all([mailRunner?.close(), closeDocumentThread(), closeTemplates()]);
    log.info('stopped');
  };
  return { url, port, close };
}

/** The answer to what does not get as far as the doors: a host or a path that cannot be read. */
function unanswered(log: Logger): (error: unknown) => Response {
  return (error) => {
    if (error instanceof RequestError) {
      const message = `The request cannot be read: ${error.message}.`;
      return faultResponse(new ActionError('malformed_request', message));
    }
    log.error({ err: error }, 'defect');
    return faultResponse(new ActionError('internal_error', 'Something went wrong here.'));
  };
}

/** How this machine reaches a service that listens on `host`. */
function localName(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
