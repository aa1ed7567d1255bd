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
import type { RecordChangeFeed } from '../domain/record-changes/types.ts';
import type { AdmissionControl } from '../limits/admission-control.ts';
import type { ErrorCode } from '../platform/errors/error-catalogue.ts';
import { createErrorMetrics } from './error-metrics.ts';

/** A request that was answered, as the figures count it. */
interface AnsweredRequest {
  path: string;
  status: number;
  durationMs: number;
  /** What was asked for, as the log says it; undefined where nobody was let in. */
  operation: string | undefined;
  /** Statements that were sent to the database, and the milliseconds until they were answered. */
  statements: number;
  databaseMs: number;
}

/** What is looked at when the figures are asked for. */
interface Watched {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  replicas?: Pick<Replicas, 'replicas' | 'readCounts'> | undefined;
  admission: Pick<AdmissionControl, 'load'>;
  changes: Pick<RecordChangeFeed, 'followed'>;
  /** What the service itself has still to do; rejects where the database does not answer. */
  waiting: () => Promise<PendingJobCounts>;
  /** How long events wait; rejects as well. */
  lag?: () => Promise<EventLag>;
}

/** MetricsSnapshot as one process hands them to another. */
export type MetricsSnapshot = object[];

export interface Metrics {
  count(request: AnsweredRequest): void;
  /** Counts failures of the service, whose code has a status from 500 on. */
  fail(code: ErrorCode, times?: number): void;
  /** Says what is looked at from now on. */
  watch(watched: Watched): void;
  /** The figures of this process. */
  own(): Promise<MetricsSnapshot>;
  /** All figures in the text format of Prometheus, or 401 for whoever does not show the token. */
  answer(request: Request): Promise<Response>;
}

const seconds = (millis: number) => millis / 1_000;

const sha256 = (text: string) => Buffer.from(hash('sha256', text), 'hex');

/**
 * Counts what the service does, for Prometheus. No label ever has a workspace, a person, a key or a name in it: whatever callers
 * write themselves, the names of GraphQL operations too, is left out.
 * @param token what whoever asks for the figures has to show as a bearer token
 * @param ofAll the figures of all processes that answer at this address, this one's among them; this one's alone when left out
 */
export function createMetrics(token: string, ofAll?: () => Promise<MetricsSnapshot[]>): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const labelNames = ['door', 'operation'] as const;
  /** Processes add up what each has for itself; what all see in the database is one of theirs. */
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
  const oldest = gauge(
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
  const isUp = gauge(
    'database_up',
    'Whether the database answered when the figures were read.',
    [],
    'min',
  );
  const lookAtReplicas = createReplicaFigures(registers, gauge);
  gauge('info', 'The release that runs.', ['version'], 'max').set({ version: readVersion() }, 1);
  const fail = createErrorMetrics(registers);
  const expected = sha256(`Bearer ${token}`);

  let watched: Watched | undefined;

  async function look(): Promise<void> {
    if (watched === undefined) return;
    const { pool, replicas, admission, changes, waiting, lag } = watched;
    const { idleCount, totalCount, waitingCount } = pool;
    connections.set({ state: 'busy' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'awaited' }, waitingCount);
    if (replicas) lookAtReplicas(replicas);
    const load = admission.load();
    requests.set({ state: 'running' }, load.running);
    requests.set({ state: 'waiting' }, load.waiting);
    streams.set(changes.followed());
    try {
      const [found, late] = await Promise.all([waiting(), lag?.()]);
      if (late) {
        eventLag.set(late.eventSeconds);
        openTransaction.set(late.openSeconds);
      }
      jobs.set(found.jobs);
      mails.set(found.mails);
      oldest.set(found.oldestMailSeconds);
      isUp.set(1);
    } catch {
      // What was read before may be wrong by now.
      for (const figure of [jobs, mails, oldest, eventLag, openTransaction]) figure.remove();
      isUp.set(0);
    }
  }

  async function textOfAll(): Promise<string> {
    if (ofAll) return await AggregatorRegistry.aggregate(await ofAll()).metrics();
    await look();
    return await register.metrics();
  }

  return {
    count: ({ path, status, operation, durationMs, ...cost }) => {
      const labels = metricLabelsOf(path, operation);
      durations.observe({ ...labels, status }, seconds(durationMs));
      if (cost.statements === 0) return;
      statements.inc(labels, cost.statements);
      statementSeconds.inc(labels, seconds(cost.databaseMs));
    },
    fail,
    watch: (given) => {
      watched = given;
    },
    own: async () => {
      await look();
      return register.getMetricsAsJSON();
    },
    answer: async ({ headers }) => {
      const shown = headers.get('authorization') ?? '';
      if (!timingSafeEqual(sha256(shown), expected)) {
        const message = 'Send METRICS_TOKEN as a bearer token: Authorization: Bearer …\n';
        return new Response(message, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
      }
      return new Response(await textOfAll(), {
        headers: { 'content-type': register.contentType },
      });
    },
  };
}

/** MetricsSnapshot of replicas, by their places in the configuration; without any there are none. */
function createReplicaFigures(
  registers: Registry[],
  gauge: (name: string, help: string, labels: string[], aggregator: 'max' | 'min') => Gauge,
): (watched: NonNullable<Watched['replicas']>) => void {
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
    for (const [server, times] of readCounts) reads.inc({ server }, times);
  };
}

/** Which door a path belongs to. */
export function endpointLabel(path: string): string {
  if (path === '/graphql') return 'graphql';
  if (path.startsWith('/public/action/')) return 'rest';
  if (path.startsWith('/auth/')) return 'sign-in';
  return 'pages';
}

/** Callers name GraphQL's operations, so that only their kind counts; a mutation is the field that is executed. */
export function metricLabelsOf(
  path: string,
  operation = 'none',
): { door: string; operation: string } {
  const [kind = ''] = operation.split(' ');
  const door = endpointLabel(path);
  return { door, operation: door === 'graphql' ? kind : operation };
}
