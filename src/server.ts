import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import {
  databasePortChangedMessage,
  defaultDrainTimeoutMs,
  localHostname,
  type RunningServer,
  type ServerDependencies,
  type ShutdownTimeouts,
} from './cluster/running-server.ts';
import { type Config, withCommandName } from './config/config.ts';
import { readVersion } from './config/version.ts';
import type { Database } from './database/client/client.ts';
import { openDatabase } from './database/client/client.ts';
import { connectionBudgetProblem } from './database/client/connection-budget.ts';
import { requireNotificationDelivery } from './database/client/external-pooler.ts';
import { openReadyDatabase, type ReadyDatabase } from './database/client/open-database.ts';
import { holdServiceLock } from './database/client/service-lock.ts';
import { shareListener } from './database/notifications/shared-listener.ts';
import {
  combineStatementObservers,
  traceStatements,
} from './database/statements/statement-observer.ts';
import { closeDocumentThread } from './documents/request-pdf.ts';
import { createCompression } from './http/compression.ts';
import { assertAddressAvailable, listen, serveConnections } from './http/http-server.ts';
import { startAuditLogSequencer } from './jobs/audit-log-sequencer.ts';
import { startRetentionJob } from './jobs/retention-job.ts';
import { AdmissionControl, defaultAdmissionLimits } from './limits/admission-control.ts';
import { deliveryNotice, startMailWorker } from './mail/index.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { createSlowQueryLog } from './observability/slow-query-log.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import { ActionError } from './platform/errors/action-error.ts';
import { createPersistedOperations, readManifest } from './schema/endpoint/persisted-operations.ts';
import { openKeyCache, openRecordChangeFeed, openSharedCounters } from './server/app-services.ts';
import { createCorsHandler } from './server/cors.ts';
import { createLoadShedder } from './server/load-shedding.ts';
import {
  handleProtocolErrors,
  protocolErrorResponse,
  rejectMissingHost,
} from './server/protocol-errors.ts';
import { closeTemplates } from './templates/liquid.ts';

/**
 * Starts the service: database, tables, door. What was opened is closed again where a later step fails.
 * @throws StartError, MigrationError or another Error, in words for the person who started it.
 */
export async function startServer(
  config: Config,
  dependencies: ServerDependencies,
): Promise<RunningServer> {
  const { log, main, signal, progress = () => undefined } = dependencies;
  const opened: ((times?: ShutdownTimeouts) => Promise<void>)[] = [];
  let isClosing = false;
  const closeAll = async (times?: ShutdownTimeouts) => {
    isClosing = true;
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close(times);
  };
  let tell = progress;
  try {
    if (!main) await assertAddressAvailable(config.host, config.port);
    const access = await openReadyDatabase(
      config,
      'service',
      (line) => tell(line),
      signal,
      () => dependencies.onLost?.(databasePortChangedMessage),
    );
    opened.push(access.close);
    if (access.problem !== undefined && !main) log.warn(withCommandName(access.problem));
    const lack = main ? undefined : await connectionBudgetProblem(access, config.databasePoolSize);
    if (lack !== undefined) log.warn(lack);
    signal?.throwIfAborted();
    const traces = config.isTraced ? await openTracing(log, readVersion()) : undefined;
    if (traces) opened.push(traces.close);
    const database = openDatabase({
      url: access.url,
      directUrl: access.directUrl,
      isPooled: access.pooler !== 'none',
      isDistributed: access.isDistributed,
      role: access.role,
      poolSize: config.databasePoolSize,
      replicas: config.replicas,
      observer: combineStatementObservers(
        createSlowQueryLog(log, config.slowStatementMs),
        traces && traceStatements,
      ),
      // The embedded server may end connections while they are being closed.
      log: (message, err) => log[isClosing ? 'debug' : 'warn']({ err }, message),
    });
    opened.push(database.close);
    if (!access.embedded) await requireNotificationDelivery(database);
    const mark = await holdServiceLock(database, (message, err) =>
      log[isClosing ? 'debug' : 'warn']({ err }, message),
    );
    opened.push(mark.close);
    await dependencies.prepare?.(database);
    signal?.throwIfAborted();
    const door = await openDoor(config, access, database, dependencies, traces);
    opened.push(door.close);
    tell = (line) => log.warn(line);
    let closing: Promise<void> | undefined;
    const close = (times?: ShutdownTimeouts) => {
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
  { log, main, drainTimeoutMs = defaultDrainTimeoutMs }: ServerDependencies,
  traces: Tracing | undefined,
): Promise<RunningServer> {
  const persisted = createPersistedOperations(
    config.persistedOperations,
    config.persistedOperationsFile ? readManifest(config.persistedOperationsFile) : new Map(),
  );
  const { server, port, drain } = main
    ? serveConnections(main.connections)
    : await listen(config.host, config.port);
  const url = `http://${localHostname(config.host)}:${port}`;
  const listener = shareListener(database.listener);
  const changes = openRecordChangeFeed(listener, log);
  const counts = openSharedCounters(database, log);
  const keyMemory = openKeyCache(database, listener, log);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const { prisma } = database;
  const sweeper = startRetentionJob(prisma, log, config.audit, publicUrl);
  const logMover = startAuditLogSequencer(database, log);
  const mailRunner =
    config.mail &&
    startMailWorker({ databaseUrl, role, prisma, publicUrl, mail: config.mail, log });
  let isStopping = false;
  const admission = new AdmissionControl(defaultAdmissionLimits(config.databasePoolSize));
  const metrics = config.metricsToken
    ? createMetrics(config.metricsToken, main && (() => main.readAllMetrics()))
    : undefined;
  if (metrics) main?.setMetricsSource(metrics.snapshot);
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
  handleProtocolErrors(server);
  const answer = getRequestListener(app.fetch, {
    hostname: localHostname(config.host),
    errorHandler: unanswered(log, metrics),
  });
  const refuses = createLoadShedder(admission, log, metrics);
  const compresses = createCompression();
  const answersPreflight = createCorsHandler(config.corsOrigins);
  server.on('request', (request, response) => {
    if (rejectMissingHost(request, response)) return;
    if (answersPreflight(request, response) || refuses(request, response)) return;
    compresses(request, response);
    if (!app.answersDirectly(request, response)) void answer(request, response);
  });
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
  if (!main) {
    log.info({ url }, 'listening');
    log.info(deliveryNotice(config.mail));
  }
  const close = async ({ patienceMillis = drainTimeoutMs, ...times }: ShutdownTimeouts = {}) => {
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
function unanswered(
  log: Logger,
  metrics?: Pick<Metrics, 'recordFailure'>,
): (error: unknown) => Response {
  return (error) => {
    if (error instanceof RequestError) {
      const message = `The request cannot be read: ${error.message}.`;
      return protocolErrorResponse(new ActionError('malformed_request', message));
    }
    log.error({ err: error }, 'defect');
    metrics?.recordFailure('internal_error');
    return protocolErrorResponse(new ActionError('internal_error', 'Something went wrong here.'));
  };
}
