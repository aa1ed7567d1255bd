import { hash, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { readVersion } from '../config/version.ts';
import type { Replicas } from '../database/replicas/replicas.ts';
import type { PendingJobCounts } from '../domain/outbox-mails/mail-jobs.ts';
import type { EventLag } from '../domain/record-changes/event-lag.ts';
import type { RecordChangeFeed } from '../domain/record-changes/feed-types.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import type { ErrorCode } from '../platform/errors/error-catalogue.ts';
import { createErrorMetrics } from './error-metrics.ts';

interface CompletedRequest {
  path: string;
  status: number;
  durationMs: number;
  /** Undefined if authentication failed. */
  operation: string | undefined;
  statements: number;
  databaseMs: number;
}

/** Read at each scrape. */
interface MetricSources {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  replicas?: Pick<Replicas, 'replicas' | 'readCounts'> | undefined;
  admission: Pick<AdmissionControl, 'load'>;
  changes: Pick<RecordChangeFeed, 'subscriberCount'>;
  readPendingJobs: () => Promise<PendingJobCounts>;
  readEventLag?: () => Promise<EventLag>;
}

/** For messages between processes. */
export type MetricsSnapshot = object[];

export interface Metrics {
  recordRequest(request: CompletedRequest): void;
  recordFailure(code: ErrorCode, count?: number): void;
  setSources(sources: MetricSources): void;
  snapshot(): Promise<MetricsSnapshot>;
  /** In the Prometheus text format; 401 without the token. */
  respond(request: Request): Promise<Response>;
}

const seconds = (durationMs: number) => durationMs / 1_000;

const sha256 = (text: string) => Buffer.from(hash('sha256', text), 'hex');

/**
 * Labels never contain workspaces, people, keys or names that callers choose. @param readAllProcesses undefined:
 * this process only
 */
export function createMetrics(
  token: string,
  readAllProcesses?: () => Promise<MetricsSnapshot[]>,
): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const labelNames = ['door', 'operation'] as const;
  /** Process gauges are summed over processes; database gauges use `max` or `min`. */
  const gauge = (
    name: string,
    help: string,
    labels: string[] = [],
    aggregator: 'sum' | 'max' | 'min' = 'sum',
  ) => new Gauge({ name: `actiongraph_${name}`, help, labelNames: labels, registers, aggregator });
  const durations = new Histogram({
    name: 'actiongraph_request_duration_seconds',
    help: 'Time until requests were answered, by door, operation and status.',
    labelNames: [...labelNames, 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const statements = new Counter({
    name: 'actiongraph_statements_total',
    help: 'Statements that were sent to the database.',
    labelNames,
    registers,
  });
  const statementSeconds = new Counter({
    name: 'actiongraph_statement_seconds_total',
    help: 'Time until statements were answered, those at the same time each for itself.',
    labelNames,
    registers,
  });
  const connections = gauge('database_connections', 'Connections to the database.', ['state']);
  const requests = gauge('requests', 'Requests that are worked on, or wait for it.', ['state']);
  const streams = gauge('streams', 'Subscriptions that are followed.');
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
  const recordReplicas = createReplicaMetrics(registers, gauge);
  gauge('info', 'The release that runs.', ['version'], 'max').set({ version: readVersion() }, 1);
  const recordFailure = createErrorMetrics(registers);
  const expectedHash = sha256(`Bearer ${token}`);

  let sources: MetricSources | undefined;

  async function updateGauges(): Promise<void> {
    if (sources === undefined) return;
    const { pool, replicas, admission, changes, readPendingJobs, readEventLag } = sources;
    const { idleCount, totalCount, waitingCount } = pool;
    connections.set({ state: 'busy' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'awaited' }, waitingCount);
    if (replicas) recordReplicas(replicas);
    const load = admission.load();
    requests.set({ state: 'running' }, load.running);
    requests.set({ state: 'waiting' }, load.waiting);
    streams.set(changes.subscriberCount());
    try {
      const [jobCounts, lagSeconds] = await Promise.all([readPendingJobs(), readEventLag?.()]);
      if (lagSeconds) {
        eventLag.set(lagSeconds.eventSeconds);
        openTransaction.set(lagSeconds.openSeconds);
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
  }

  async function metricsText(): Promise<string> {
    if (readAllProcesses)
      return await AggregatorRegistry.aggregate(await readAllProcesses()).metrics();
    await updateGauges();
    return await register.metrics();
  }

  return {
    recordRequest: ({ path, status, operation, durationMs, ...cost }) => {
      const labels = metricLabelsOf(path, operation);
      durations.observe({ ...labels, status }, seconds(durationMs));
      if (cost.statements === 0) return;
      statements.inc(labels, cost.statements);
      statementSeconds.inc(labels, seconds(cost.databaseMs));
    },
    recordFailure,
    setSources: (newSources) => {
      sources = newSources;
    },
    snapshot: async () => {
      await updateGauges();
      return register.getMetricsAsJSON();
    },
    respond: async ({ headers }) => {
      const authorization = headers.get('authorization') ?? '';
      if (!timingSafeEqual(sha256(authorization), expectedHash)) {
        const message = 'Send METRICS_TOKEN as a bearer token: Authorization: Bearer …\n';
        return new Response(message, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
      }
      return new Response(await metricsText(), {
        headers: { 'content-type': register.contentType },
      });
    },
  };
}

function createReplicaMetrics(
  registers: Registry[],
  gauge: (name: string, help: string, labels: string[], aggregator: 'max' | 'min') => Gauge,
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

export function endpointLabel(path: string): string {
  if (path === '/graphql') return 'graphql';
  if (path.startsWith('/public/action/')) return 'rest';
  if (path.startsWith('/auth/')) return 'sign-in';
  return 'pages';
}

/** Callers choose names of GraphQL operations, so the label has only the kind. */
export function metricLabelsOf(
  path: string,
  operation = 'none',
): { door: string; operation: string } {
  const [kind = ''] = operation.split(' ');
  const door = endpointLabel(path);
  return { door, operation: door === 'graphql' ? kind : operation };
}
