import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { Admission, usualAdmission } from './limits/admission-control.ts';
import { createApp } from './app.ts';
import { openChanges, openCounts, openKeyMemory } from './server/app-services.ts';
import { createCompression } from './http/compression.ts';
import { asCalled, type Config } from './config/config.ts';
import { createCrossOrigin } from './server/cors.ts';
import { type ReadyDatabase, readyDatabase } from './database/client/open-database.ts';
import type { Database } from './database/client/client.ts';
import { openDatabase } from './database/client/client.ts';
import { lackOfConnections } from './database/client/connection-budget.ts';
import { requireNotices } from './database/client/external-pooler.ts';
import { markService } from './database/client/service-lock.ts';
import { shareListener } from './database/notifications/shared-listener.ts';
import { allWatches, traceStatements } from './database/statements/statement-observer.ts';
import { deliveryNotice, startMailRunner } from './mail/index.ts';
import { closeDocumentThread } from './documents/render-pdf.ts';
import { closeTemplates } from './templates/liquid.ts';
import { ActionError } from './platform/errors/action-error.ts';
import { answerHttpFaults, faultResponse, refusesWithoutHost } from './server/protocol-errors.ts';
import { answerHandedOver, checkAddress, listen } from './http/http-server.ts';
import { startLogMover } from './jobs/audit-log-sequencer.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { createRefusal } from './server/load-shedding.ts';
import {
  type ClosingTimes,
  drainPatienceMillis,
  localName,
  moved,
  type RunningServer,
  type ServerDependencies,
} from './cluster/running-server.ts';
import { createPersistedOperations, readManifest } from './schema/endpoint/persisted-operations.ts';
import { createSlowStatements } from './observability/slow-query-log.ts';
import { startSweeper } from './jobs/retention-job.ts';
import { openTraces, type Traces } from './observability/tracing.ts';
import { version } from './config/version.ts';

/**
 * Starts the service: database, tables, door. What was opened is closed again where a later step fails.
 * @throws StartError, MigrationError or another Error, in words for the person who started it.
 */
export async function start(
  config: Config,
  dependencies: ServerDependencies,
): Promise<RunningServer> {
  const { log, main, signal, progress = () => undefined } = dependencies;
  const opened: ((times?: ClosingTimes) => Promise<void>)[] = [];
  let isClosing = false;
  const closeAll = async (times?: ClosingTimes) => {
    isClosing = true;
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close(times);
  };
  let tell = progress;
  try {
    if (!main) await checkAddress(config.host, config.port);
    const access = await readyDatabase(
      config,
      'service',
      (line) => tell(line),
      signal,
      () => dependencies.onLost?.(moved),
    );
    opened.push(access.close);
    if (access.problem !== undefined && !main) log.warn(asCalled(access.problem));
    const lack = main ? undefined : await lackOfConnections(access, config.databasePoolSize);
    if (lack !== undefined) log.warn(lack);
    signal?.throwIfAborted();
    const traces = config.isTraced ? await openTraces(log, version()) : undefined;
    if (traces) opened.push(traces.close);
    const database = openDatabase({
      url: access.url,
      directUrl: access.directUrl,
      isPooled: access.pooler !== 'none',
      isSpread: access.isSpread,
      role: access.role,
      poolSize: config.databasePoolSize,
      replicas: config.replicas,
      watch: allWatches(
        createSlowStatements(log, config.slowStatementMs),
        traces && traceStatements,
      ),
      // The embedded server may end connections while they are being closed.
      log: (message, err) => log[isClosing ? 'debug' : 'warn']({ err }, message),
    });
    opened.push(database.close);
    if (!access.embedded) await requireNotices(database);
    const mark = await markService(database, (message, err) =>
      log[isClosing ? 'debug' : 'warn']({ err }, message),
    );
    opened.push(mark.close);
    await dependencies.prepare?.(database);
    signal?.throwIfAborted();
    const door = await openDoor(config, access, database, dependencies, traces);
    opened.push(door.close);
    tell = (line) => log.warn(line);
    let closing: Promise<void> | undefined;
    const close = (times?: ClosingTimes) => {
      closing ??= closeAll(times);
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
  { directUrl: databaseUrl, role }: ReadyDatabase,
  database: Database,
  { log, main, patienceMillis: usual = drainPatienceMillis }: ServerDependencies,
  traces: Traces | undefined,
): Promise<RunningServer> {
  const persisted = createPersistedOperations(
    config.persistedOperations,
    config.persistedOperationsFile ? readManifest(config.persistedOperationsFile) : new Map(),
  );
  const { server, port, drain } = main
    ? answerHandedOver(main.connections)
    : await listen(config.host, config.port);
  const url = `http://${localName(config.host)}:${port}`;
  const listener = shareListener(database.listener);
  const changes = openChanges(listener, log);
  const counts = openCounts(database, log);
  const keyMemory = openKeyMemory(database, listener, log);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const { prisma } = database;
  const sweeper = startSweeper(prisma, log, config.audit, publicUrl);
  const logMover = startLogMover(database, log);
  const mailRunner =
    config.mail &&
    startMailRunner({ databaseUrl, role, prisma, publicUrl, mail: config.mail, log });
  let isStopping = false;
  const admission = new Admission(usualAdmission(config.databasePoolSize));
  const metrics = config.metricsToken
    ? createMetrics(config.metricsToken, main && (() => main.figuresOfAll()))
    : undefined;
  if (metrics) main?.tellFigures(metrics.own);
  const app = createApp({
    database,
    log,
    changes,
    keyMemory,
    publicUrl,
    dataDir: config.dataDir,
    sendsMail: mailRunner !== undefined,
    bodyLimitBytes: config.bodyLimitBytes,
    ...config.rates,
    eventDays: config.audit.changes,
    signInRates: config.signInRates,
    counts,
    limits: config.graphql,
    persisted,
    admission,
    isStopping: () => isStopping,
    corsOrigins: config.corsOrigins,
    ...(metrics && { metrics }),
    ...(traces && { traces }),
    ...(config.authSecret !== undefined && { authSecret: config.authSecret }),
    ...(config.openId && { openId: config.openId }),
    ...(config.trustedProxies && { trustedProxies: config.trustedProxies }),
    ...(config.tokenIssuer && { tokenIssuer: config.tokenIssuer }),
  });
  answerHttpFaults(server);
  const answer = getRequestListener(app.fetch, {
    hostname: localName(config.host),
    errorHandler: unanswered(log, metrics),
  });
  const refuses = createRefusal(admission, log, metrics);
  const compresses = createCompression();
  const answersPreflight = createCrossOrigin(config.corsOrigins);
  server.on('request', (request, response) => {
    if (refusesWithoutHost(request, response)) return;
    if (answersPreflight(request, response) || refuses(request, response)) return;
    compresses(request, response);
    if (!app.answersDirectly(request, response)) void answer(request, response);
  });
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
  if (!main) {
    log.info({ url }, 'listening');
    log.info(deliveryNotice(config.mail));
  }
  const close = async ({ patienceMillis = usual, ...times }: ClosingTimes = {}) => {
    isStopping = true;
    log.info('draining');
    // Subscriptions have no end of their own: who follows changes is cut off, while everything else is answered.
    const [cut] = await Promise.all([drain(patienceMillis, times), changes.close()]);
    await keyMemory.close();
    await counts.close();
    await sweeper.close();
    await logMover.close();
    if (cut > 0) log.warn({ requests: cut }, 'requests were cut: they took too long to answer');
    // Mails that wait for their PDF are put off instead of holding up the mailRunner.
    await Promise.all([mailRunner?.close(), closeDocumentThread(), closeTemplates()]);
    log.info('stopped');
  };
  return { url, port, close };
}

/** The answer to what does not get as far as the doors: a host or a path that cannot be read. */
function unanswered(log: Logger, metrics?: Pick<Metrics, 'fail'>): (error: unknown) => Response {
  return (error) => {
    if (error instanceof RequestError) {
      const message = `The request cannot be read: ${error.message}.`;
      return faultResponse(new ActionError('malformed_request', message));
    }
    log.error({ err: error }, 'defect');
    metrics?.fail('internal_error');
    return faultResponse(new ActionError('internal_error', 'Something went wrong here.'));
  };
}
