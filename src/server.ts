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
import type { Config } from './config/config.ts';
import { readVersion } from './config/version.ts';
import type { Database } from './database/client/client.ts';
import { requireNotificationDelivery } from './database/client/external-pooler.ts';
import { openReadyDatabase, type ReadyDatabase } from './database/client/open-database.ts';
import { holdServiceLock } from './database/client/service-lock.ts';
import { shareListener } from './database/notifications/shared-listener.ts';
import { closeDocumentThread } from './documents/request-pdf.ts';
import { closeReceivedFileThread } from './documents/request-received-file.ts';
import { assertAddressAvailable, listen, serveConnections } from './http/http-server.ts';
import { startBackgroundJobs } from './jobs/background-jobs.ts';
import { AdmissionControl, defaultAdmissionLimits } from './limits/admission-control.ts';
import { deliveryNotice, startMailWorker } from './mail/index.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import { openFileStorage } from './platform/file-store/file-storage.ts';
import { parseAllowedHosts } from './platform/outbound-http/allowed-hosts.ts';
import { createOutboundHttp } from './platform/outbound-http/outbound-http.ts';
import { createPersistedOperations, readManifest } from './schema/endpoint/persisted-operations.ts';
import { openKeyCache, openRecordChangeFeed, openSharedCounters } from './server/app-services.ts';
import { handleRequests } from './server/request-handling.ts';
import { openServiceDatabase, warnAboutDatabase } from './server/service-database.ts';
import { openWebhookServices } from './server/webhook-services.ts';
import { closeTemplates } from './templates/liquid.ts';

/** For commands. */
export { openWebhookServices };

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
    const webhooks = openWebhookServices(config, database);
    const keyProblem = await webhooks.encryptionKey.prepare();
    if (keyProblem !== undefined) log.warn(keyProblem);
    signal?.throwIfAborted();
    const services = { database, webhooks, traces };
    const httpService = await openHttpService(config, access, services, dependencies);
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

interface ServiceParts {
  config: Config;
  database: Database;
  webhooks: ReturnType<typeof openWebhookServices>;
  log: Logger;
  metrics: Metrics | undefined;
}

/** Services that run in addition to the app. */
function startServices(
  { config, database, log, metrics, webhooks }: ServiceParts,
  { directUrl: databaseUrl, role }: ReadyDatabase,
  publicUrl: string,
) {
  const { prisma } = database;
  const listener = shareListener(database.listener);
  const changes = openRecordChangeFeed(listener, log);
  const counters = openSharedCounters(database, log);
  const keyCache = openKeyCache(database, listener, log);
  const { authSecret, mail } = config;
  const mailWorker =
    mail && startMailWorker({ databaseUrl, role, prisma, publicUrl, mail, authSecret, log });
  const sendsMail = mailWorker !== undefined;
  const attachments = {
    ...openFileStorage(config),
    limits: config.attachmentLimits,
    // Callers read the response, so the internal hosts of webhooks are not allowed.
    http: createOutboundHttp({ allowed: parseAllowedHosts([]) }),
  };
  const jobs = startBackgroundJobs(database, log, config, attachments, {
    ...{ services: webhooks, publicUrl, sendsMail },
    ...(metrics && { onAttempt: metrics.recordWebhookAttempt }),
  });
  return {
    ...{ attachments, changes, counters, keyCache, sendsMail },
    webhookPositions: jobs.webhookPositions,
    close: async () => {
      await jobs.close();
      webhooks.http.close();
      attachments.http.close();
      await keyCache.close();
      await counters.close();
      // Mails that wait for their PDF are postponed.
      await Promise.all([
        mailWorker?.close(),
        closeDocumentThread(),
        closeReceivedFileThread(),
        closeTemplates(),
      ]);
    },
  };
}

type HttpServiceParts = Pick<ServiceParts, 'database' | 'webhooks'> & {
  traces: Tracing | undefined;
};

async function openHttpService(
  config: Config,
  access: ReadyDatabase,
  { traces, ...opened }: HttpServiceParts,
  { log, main, drainTimeoutMs = defaultDrainTimeoutMs }: ServerDependencies,
): Promise<RunningServer> {
  const { server, port, drain } = main
    ? serveConnections(main.connections)
    : await listen(config.host, config.port);
  const url = `http://${localHostname(config.host)}:${port}`;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const metrics = openMetrics(config, main);
  const services = startServices({ config, log, metrics, ...opened }, access, publicUrl);
  let isStopping = false;
  const admission = new AdmissionControl(defaultAdmissionLimits(config.databasePoolSize));
  const { close: closeServices, ...parts } = services;
  const app = createApp({
    mcp: config.mcp,
    ...{ ...parts, ...opened, log, publicUrl, admission },
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
    const [abortedRequests] = await Promise.all([drain(timeoutMs, times), parts.changes.close()]);
    if (abortedRequests > 0)
      log.warn({ requests: abortedRequests }, 'requests were aborted at their time limit');
    await closeServices();
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
