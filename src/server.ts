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
import { assertAddressAvailable, listen, serveConnections } from './http/http-server.ts';
import { startAuditLogSequencer } from './jobs/audit-log-sequencer.ts';
import { startRetentionJob } from './jobs/retention-job.ts';
import { startWebhookDispatcher } from './jobs/webhooks/dispatcher.ts';
import { AdmissionControl, defaultAdmissionLimits } from './limits/admission-control.ts';
import { deliveryNotice, startMailWorker } from './mail/index.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { createSlowQueryLog } from './observability/slow-query-log.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import { EncryptionKey } from './platform/encryption/encryption-key.ts';
import { createPersistedOperations, readManifest } from './schema/endpoint/persisted-operations.ts';
import { openKeyCache, openRecordChangeFeed, openSharedCounters } from './server/app-services.ts';
import { handleRequests } from './server/request-handling.ts';
import { createWebhookServices } from './server/webhook-services.ts';
import { closeTemplates } from './templates/liquid.ts';

type Close = (times?: ShutdownTimeouts) => Promise<void>;

/** The started parts, in start order. */
class StartedParts {
  readonly #closers: Close[] = [];
  isClosing = false;

  add(close: Close): void {
    this.#closers.push(close);
  }

  async close(times?: ShutdownTimeouts): Promise<void> {
    this.isClosing = true;
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop())
      await close(times);
  }
}

/**
 * Starts database, migrations and HTTP server. A failed step undoes the earlier ones. @throws StartError,
 * MigrationError or another Error with a message for the operator
 */
export async function startServer(
  config: Config,
  dependencies: ServerDependencies,
): Promise<RunningServer> {
  const { log, main, signal, progress = () => undefined } = dependencies;
  const parts = new StartedParts();
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
    parts.add(access.close);
    if (!main) await warnAboutDatabase(access, config, log);
    signal?.throwIfAborted();
    const traces = config.isTraced ? await openTracing(log, readVersion()) : undefined;
    if (traces) parts.add(traces.close);
    // The embedded server can end connections during the shutdown.
    const logLoss = (message: string, err: unknown) =>
      log[parts.isClosing ? 'debug' : 'warn']({ err }, message);
    const database = openServiceDatabase(config, access, { log, traces, logLoss });
    parts.add(database.close);
    if (!access.embedded) await requireNotificationDelivery(database);
    const serviceLock = await holdServiceLock(database, logLoss);
    parts.add(serviceLock.close);
    await dependencies.prepare?.(database);
    const encryptionKey = openEncryptionKey(config, database);
    const keyProblem = await encryptionKey.prepare();
    if (keyProblem !== undefined) log.warn(keyProblem);
    signal?.throwIfAborted();
    const httpService = await openHttpService(
      config,
      access,
      { database, encryptionKey },
      dependencies,
      traces,
    );
    parts.add(httpService.close);
    await serviceLock.announceUrl(config.publicUrl ?? `http://localhost:${httpService.port}`);
    report = (line) => log.warn(line);
    let closed: Promise<void> | undefined;
    const close = (times?: ShutdownTimeouts) => {
      closed ??= parts.close(times);
      return closed;
    };
    return { url: httpService.url, port: httpService.port, close };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

const openEncryptionKey = (
  { dataDir, encryptionKey }: Config,
  { prisma }: Pick<Database, 'prisma'>,
) => new EncryptionKey({ db: prisma, configured: encryptionKey, dataDir });

/** For commands. */
export const openWebhookServices = (config: Config, database: Pick<Database, 'prisma'>) =>
  createWebhookServices({
    allowedHosts: config.webhooks.allowedHosts,
    encryptionKey: openEncryptionKey(config, database),
  });

async function warnAboutDatabase(
  access: ReadyDatabase,
  { databasePoolSize }: Config,
  log: Logger,
): Promise<void> {
  if (access.problem !== undefined) log.warn(withCommandName(access.problem));
  const budgetProblem = await connectionBudgetProblem(access, databasePoolSize);
  if (budgetProblem !== undefined) log.warn(budgetProblem);
}

const openServiceDatabase = (
  config: Config,
  access: ReadyDatabase,
  {
    log,
    traces,
    logLoss,
  }: {
    log: Logger;
    traces: Tracing | undefined;
    logLoss: (message: string, error: unknown) => void;
  },
): Database =>
  openDatabase({
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
    log: logLoss,
  });

interface ServiceParts {
  config: Config;
  database: Database;
  encryptionKey: EncryptionKey;
  log: Logger;
  metrics: Metrics | undefined;
}

/** Services that run in addition to the app. */
function startServices(
  { config, database, encryptionKey, log, metrics }: ServiceParts,
  { directUrl: databaseUrl, role }: ReadyDatabase,
  publicUrl: string,
) {
  const { prisma } = database;
  const listener = shareListener(database.listener);
  const changes = openRecordChangeFeed(listener, log);
  const counters = openSharedCounters(database, log);
  const keyCache = openKeyCache(database, listener, log);
  const retentionJob = startRetentionJob(
    prisma,
    log,
    { audit: config.audit, webhookLogDays: config.webhooks.logDays },
    publicUrl,
  );
  const auditLogSequencer = startAuditLogSequencer(database, log);
  const { mail } = config;
  const mailWorker = mail && startMailWorker({ databaseUrl, role, prisma, publicUrl, mail, log });
  const sendsMail = mailWorker !== undefined;
  const { allowedHosts, concurrency } = config.webhooks;
  const webhooks = createWebhookServices({ allowedHosts, encryptionKey });
  const webhookDispatcher = startWebhookDispatcher({
    ...{ database, log, services: webhooks, publicUrl, sendsMail, concurrency },
    eventRetentionDays: config.audit.changes,
    ...(metrics && { onAttempt: metrics.recordWebhookAttempt }),
  });
  return {
    changes,
    counters,
    keyCache,
    sendsMail,
    webhooks,
    webhookPositions: () => webhookDispatcher.readPositions(),
    close: async () => {
      await webhookDispatcher.close();
      webhooks.http.close();
      await keyCache.close();
      await counters.close();
      await retentionJob.close();
      await auditLogSequencer.close();
      // Mails that wait for their PDF are postponed.
      await Promise.all([mailWorker?.close(), closeDocumentThread(), closeTemplates()]);
    },
  };
}

async function openHttpService(
  config: Config,
  access: ReadyDatabase,
  { database, encryptionKey }: Pick<ServiceParts, 'database' | 'encryptionKey'>,
  { log, main, drainTimeoutMs = defaultDrainTimeoutMs }: ServerDependencies,
  traces: Tracing | undefined,
): Promise<RunningServer> {
  const { server, port, drain } = main
    ? serveConnections(main.connections)
    : await listen(config.host, config.port);
  const url = `http://${localHostname(config.host)}:${port}`;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const metrics = openMetrics(config, main);
  const parts = { config, database, encryptionKey, log, metrics };
  const services = startServices(parts, access, publicUrl);
  let isStopping = false;
  const admission = new AdmissionControl(defaultAdmissionLimits(config.databasePoolSize));
  const { changes, counters, keyCache, sendsMail, webhookPositions, webhooks } = services;
  const app = createApp({
    ...{ database, log, changes, keyCache, publicUrl, sendsMail, counters, admission },
    ...{ webhookPositions, webhooks },
    ...appSettings(config),
    persisted: loadPersistedOperations(config),
    isStopping: () => isStopping,
    ...(metrics && { metrics }),
    ...(traces && { traces }),
  });
  handleRequests(server, app, {
    ...{ corsOrigins: config.corsOrigins, log, metrics, admission },
    hostname: localHostname(config.host),
  });
  if (!main) {
    log.info({ url }, 'listening');
    log.info(deliveryNotice(config.mail));
  }
  const close = async ({
    drainTimeoutMs: timeoutMs = drainTimeoutMs,
    ...times
  }: ShutdownTimeouts = {}) => {
    isStopping = true;
    log.info('draining');
    // Subscriptions never end by themselves.
    const [abortedRequests] = await Promise.all([drain(timeoutMs, times), changes.close()]);
    if (abortedRequests > 0)
      log.warn({ requests: abortedRequests }, 'requests were aborted at their time limit');
    await services.close();
    log.info('stopped');
  };
  return { url, port, close };
}

const loadPersistedOperations = ({ persistedOperations, persistedOperationsFile: file }: Config) =>
  createPersistedOperations(persistedOperations, file ? readManifest(file) : new Map());

function openMetrics({ metricsToken }: Config, main: ServerDependencies['main']) {
  if (!metricsToken) return undefined;
  const metrics = createMetrics(metricsToken, main && (() => main.readAllMetrics()));
  main?.setMetricsSource(metrics.snapshot);
  return metrics;
}

const appSettings = (config: Config) => ({
  dataDir: config.dataDir,
  bodyLimitBytes: config.bodyLimitBytes,
  ...config.rates,
  eventDays: config.audit.changes,
  signInRates: config.signInRates,
  limits: config.graphql,
  corsOrigins: config.corsOrigins,
  ...(config.authSecret !== undefined && { authSecret: config.authSecret }),
  ...(config.openId && { openId: config.openId }),
  ...(config.trustedProxies && { trustedProxies: config.trustedProxies }),
  ...(config.tokenIssuer && { tokenIssuer: config.tokenIssuer }),
});
