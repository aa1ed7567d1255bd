import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readVersion } from '../config/version.ts';
import type { Replicas } from '../database/replicas/replicas.ts';
import type { PendingJobCounts } from '../domain/outbox-mails/mail-jobs.ts';
import type { EventLag } from '../domain/record-changes/event-lag.ts';
import type { RecordChangeFeed } from '../domain/record-changes/feed-types.ts';
import type { WebhookStatus } from '../domain/webhooks/webhook-status.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';

/** Read at each scrape. */
export interface MetricSources {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  replicas?: Pick<Replicas, 'replicas' | 'readCounts'> | undefined;
  admission: Pick<AdmissionControl, 'load'>;
  changes: Pick<RecordChangeFeed, 'subscriberCount'>;
  readPendingJobs: () => Promise<PendingJobCounts>;
  readEventLag?: () => Promise<EventLag>;
  readWebhookStatus?: () => Promise<WebhookStatus>;
}

const seconds = (durationMs: number) => durationMs / 1_000;

type CreateGauge = (
  name: string,
  help: string,
  labels?: string[],
  aggregator?: 'sum' | 'max' | 'min',
) => Gauge;

/** Process gauges are summed over processes; database gauges use `max` or `min`. */
const gaugeFactory =
  (registers: Registry[]): CreateGauge =>
  (name, help, labels = [], aggregator = 'sum') =>
    new Gauge({ name: `actiongraph_${name}`, help, labelNames: labels, registers, aggregator });

export function createServiceGauges(
  registers: Registry[],
): (sources: MetricSources) => Promise<void> {
  const gauge = gaugeFactory(registers);
  const recordProcess = createProcessGauges(gauge);
  const recordDatabase = createDatabaseGauges(gauge);
  const recordWebhooks = createWebhookGauges(gauge);
  const recordReplicas = createReplicaMetrics(registers, gauge);
  gauge('info', 'The release that runs.', ['version'], 'max').set({ version: readVersion() }, 1);
  return async (sources) => {
    recordProcess(sources);
    if (sources.replicas) recordReplicas(sources.replicas);
    await Promise.all([recordDatabase(sources), recordWebhooks(sources)]);
  };
}

function createProcessGauges(gauge: CreateGauge): (sources: MetricSources) => void {
  const connections = gauge('database_connections', 'Connections to the database.', ['state']);
  const requests = gauge('requests', 'Requests that are worked on, or wait for it.', ['state']);
  const streams = gauge('streams', 'Subscriptions that are followed.');
  return ({ pool, admission, changes }) => {
    const { idleCount, totalCount, waitingCount } = pool;
    connections.set({ state: 'busy' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'awaited' }, waitingCount);
    const load = admission.load();
    requests.set({ state: 'running' }, load.running);
    requests.set({ state: 'waiting' }, load.waiting);
    streams.set(changes.subscriberCount());
  };
}

function createDatabaseGauges(gauge: CreateGauge): (sources: MetricSources) => Promise<void> {
  const jobs = gauge('jobs_waiting', 'Jobs of all workspaces that are to be done.', [], 'max');
  const mails = gauge('mails_waiting', 'Mails of all workspaces that are to be sent.', [], 'max');
  const oldestMail = gauge(
    'mail_oldest_seconds',
    'How long the oldest of these mails has waited.',
    [],
    'max',
  );
  const eventLag = gauge(
    'event_lag_seconds',
    'How long the oldest event has waited that was not read yet for those who follow.',
    [],
    'max',
  );
  const openTransaction = gauge(
    'open_transaction_seconds',
    'How long the oldest transaction is open that has written.',
    [],
    'max',
  );
  const databaseUp = gauge(
    'database_up',
    'Whether the database answered when the figures were read.',
    [],
    'min',
  );
  return async ({ readPendingJobs, readEventLag }) => {
    try {
      const [jobCounts, lagSeconds] = await Promise.all([readPendingJobs(), readEventLag?.()]);
      if (lagSeconds) {
        eventLag.set(lagSeconds.eventLagSeconds);
        openTransaction.set(lagSeconds.openTransactionSeconds);
      }
      jobs.set(jobCounts.jobs);
      mails.set(jobCounts.mails);
      oldestMail.set(jobCounts.oldestMailSeconds);
      databaseUp.set(1);
    } catch {
      // Stale values.
      for (const staleGauge of [jobs, mails, oldestMail, eventLag, openTransaction])
        staleGauge.remove();
      databaseUp.set(0);
    }
  };
}

function createWebhookGauges(gauge: CreateGauge): (sources: MetricSources) => Promise<void> {
  const lag = gauge(
    'webhook_lag_seconds',
    'Age of the oldest event that an active webhook endpoint has not received.',
    [],
    'max',
  );
  const endpoints = gauge('webhook_endpoints', 'Webhook endpoints by state.', ['state'], 'max');
  const retries = gauge('webhook_retries', 'Events that wait for a retry.', [], 'max');
  return async ({ readWebhookStatus }) => {
    try {
      const status = await readWebhookStatus?.();
      if (!status) return;
      lag.set(status.lagSeconds);
      retries.set(status.retries);
      for (const [state, count] of Object.entries(status.endpoints))
        endpoints.set({ state: state.toLowerCase() }, count);
    } catch {
      // Stale values.
      lag.remove();
      retries.remove();
      endpoints.reset();
    }
  };
}

function createReplicaMetrics(
  registers: Registry[],
  gauge: CreateGauge,
): (replicas: NonNullable<MetricSources['replicas']>) => void {
  const lag = gauge(
    'replica_lag_seconds',
    'How far replicas are behind the primary.',
    ['replica'],
    'max',
  );
  const isUsed = gauge('replica_used', 'Whether a replica is read from.', ['replica'], 'min');
  const reads = new Counter({
    name: 'actiongraph_reads_total',
    help: 'Reads that a replica might have answered, by who did.',
    labelNames: ['server'],
    registers,
  });
  return ({ replicas, readCounts }) => {
    for (const { lagMs, name, problem } of replicas) {
      isUsed.set({ replica: name }, problem === null ? 1 : 0);
      if (lagMs === undefined) lag.remove({ replica: name });
      else lag.set({ replica: name }, seconds(lagMs));
    }
    reads.reset();
    for (const [server, count] of readCounts) reads.inc({ server }, count);
  };
}
