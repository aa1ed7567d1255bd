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
import { setSecurityHeaders } from './http/security-headers.ts';
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
 * Starts database, migrations and HTTP server. A failed step undoes the earlier ones. @throws StartError,
 * MigrationError or another Error with a message for the operator
 */
export async function startServer(
  config: Config,
  dependencies: ServerDependencies,
): Promise<RunningServer> {
  const { log, main, signal, progress = () => undefined } = dependencies;
  const closers: ((times?: ShutdownTimeouts) => Promise<void>)[] = [];
  let isClosing = false;
  const closeAll = async (times?: ShutdownTimeouts) => {
    isClosing = true;
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close(times);
  };
  let report = progress;
  try {
    if (!main) await assertAddressAvailable(config.host, config.port);
    const access = await openReadyDatabase(
      config,
      'service',
      (line) => report(line),
      signal,
      () => dependencies.onLost?.(databasePortChangedMessage),
    );
    closers.push(access.close);
    if (access.problem !== undefined && !main) log.warn(withCommandName(access.problem));
    const budgetProblem = main
      ? undefined
      : await connectionBudgetProblem(access, config.databasePoolSize);
    if (budgetProblem !== undefined) log.warn(budgetProblem);
    signal?.throwIfAborted();
    const traces = config.isTraced ? await openTracing(log, readVersion()) : undefined;
    if (traces) closers.push(traces.close);
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
      // The embedded server can end connections during the shutdown.
      log: (message, err) => log[isClosing ? 'debug' : 'warn']({ err }, message),
    });
    closers.push(database.close);
    if (!access.embedded) await requireNotificationDelivery(database);
    const serviceLock = await holdServiceLock(database, (message, err) =>
      log[isClosing ? 'debug' : 'warn']({ err }, message),
    );
    closers.push(serviceLock.close);
    await dependencies.prepare?.(database);
    signal?.throwIfAborted();
    const httpService = await openHttpService(config, access, database, dependencies, traces);
    closers.push(httpService.close);
    await serviceLock.announceUrl(config.publicUrl ?? `http://localhost:${httpService.port}`);
    report = (line) => log.warn(line);
    let closed: Promise<void> | undefined;
    const close = (times?: ShutdownTimeouts) => {
      closed ??= closeAll(times);
      return closed;
    };
    return { url: httpService.url, port: httpService.port, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openHttpService(
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
  const counters = openSharedCounters(database, log);
  const keyCache = openKeyCache(database, listener, log);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const { prisma } = database;
  const retentionJob = startRetentionJob(prisma, log, config.audit, publicUrl);
  const auditLogSequencer = startAuditLogSequencer(database, log);
  const mailWorker =
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
    keyCache,
    publicUrl,
    dataDir: config.dataDir,
    sendsMail: mailWorker !== undefined,
    bodyLimitBytes: config.bodyLimitBytes,
    ...config.rates,
    eventDays: config.audit.changes,
    signInRates: config.signInRates,
    counters,
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
  const handleRequest = getRequestListener(app.fetch, {
    hostname: localHostname(config.host),
    errorHandler: createAdapterErrorHandler(log, metrics),
  });
  const rejectIfOverloaded = createLoadShedder(admission, log, metrics);
  const compressResponse = createCompression();
  const handleCors = createCorsHandler(config.corsOrigins);
  server.on('request', (request, response) => {
    setSecurityHeaders(response);
    if (rejectMissingHost(request, response)) return;
    if (handleCors(request, response) || rejectIfOverloaded(request, response)) return;
    compressResponse(request, response);
    if (!app.dispatchNodeRequest(request, response)) void handleRequest(request, response);
  });
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
  if (!main) {
    log.info({ url }, 'listening');
    log.info(deliveryNotice(config.mail));
  }
  const close = async ({ patienceMillis = drainTimeoutMs, ...times }: ShutdownTimeouts = {}) => {
    isStopping = true;
    log.info('draining');
    // Subscriptions never end by themselves.
    const [abortedRequests] = await Promise.all([drain(patienceMillis, times), changes.close()]);
    await keyCache.close();
    await counters.close();
    await retentionJob.close();
    await auditLogSequencer.close();
    if (abortedRequests > 0)
      log.warn(
        { requests: abortedRequests },
        'requests were aborted: they exceeded their time limit',
      );
    // Mails that wait for their PDF are postponed.
    await Promise.all([mailWorker?.close(), closeDocumentThread(), closeTemplates()]);
    log.info('stopped');
  };
  return { url, port, close };
}

/** For requests that do not reach the app, for example with an invalid host. */
function createAdapterErrorHandler(
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
    return protocolErrorResponse(new ActionError('internal_error', 'Internal error.'));
  };
}
