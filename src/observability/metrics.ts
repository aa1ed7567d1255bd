import { hash, timingSafeEqual } from 'node:crypto';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Histogram,
  Registry,
} from 'prom-client';
import type { ErrorCode } from '../platform/errors/error-catalogue.ts';
import { createErrorMetrics } from './error-metrics.ts';
import type { MetricSources } from './service-gauges.ts';
import { createServiceGauges } from './service-gauges.ts';
import { createWebhookMetrics, type RecordWebhookAttempt } from './webhook-metrics.ts';

interface CompletedRequest {
  path: string;
  status: number;
  durationMs: number;
  /** Undefined if authentication failed. */
  operation: string | undefined;
  statements: number;
  databaseMs: number;
}

/** For messages between processes. */
export type MetricsSnapshot = object[];

export interface Metrics {
  recordRequest(request: CompletedRequest): void;
  recordFailure(code: ErrorCode, count?: number): void;
  recordWebhookAttempt: RecordWebhookAttempt;
  setSources(sources: MetricSources): void;
  snapshot(): Promise<MetricsSnapshot>;
  /** In the Prometheus text format; 401 without the token. */
  respond(request: Request): Promise<Response>;
}

const seconds = (durationMs: number) => durationMs / 1_000;

const sha256 = (text: string) => Buffer.from(hash('sha256', text), 'hex');

function createRequestMetrics(registers: Registry[]) {
  const labelNames = ['door', 'operation'] as const;
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
  return ({ path, status, operation, durationMs, ...cost }: CompletedRequest): void => {
    const labels = metricLabelsOf(path, operation);
    durations.observe({ ...labels, status }, seconds(durationMs));
    if (cost.statements === 0) return;
    statements.inc(labels, cost.statements);
    statementSeconds.inc(labels, seconds(cost.databaseMs));
  };
}

/**
 * Labels never contain workspaces, people, keys or names that callers choose.
 * @param readAllProcesses undefined: this process only
 */
export function createMetrics(
  token: string,
  readAllProcesses?: () => Promise<MetricsSnapshot[]>,
): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const recordRequest = createRequestMetrics(registers);
  const updateGauges = createServiceGauges(registers);
  const recordFailure = createErrorMetrics(registers);
  const recordWebhookAttempt = createWebhookMetrics(registers);
  const expectedHash = sha256(`Bearer ${token}`);

  let sources: MetricSources | undefined;

  async function metricsText(): Promise<string> {
    if (readAllProcesses)
      return await AggregatorRegistry.aggregate(await readAllProcesses()).metrics();
    if (sources) await updateGauges(sources);
    return await register.metrics();
  }

  return {
    recordRequest,
    recordFailure,
    recordWebhookAttempt,
    setSources: (newSources) => {
      sources = newSources;
    },
    snapshot: async () => {
      if (sources) await updateGauges(sources);
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
