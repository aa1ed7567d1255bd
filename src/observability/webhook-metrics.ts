import { Counter, Histogram, type Registry } from 'prom-client';
import type { AttemptOutcome, AttemptResult } from '../domain/webhooks/send-attempt.ts';

const outcomes: readonly AttemptOutcome[] = [
  ...(['DELIVERED', 'FAILED', 'TIMEOUT', 'THROTTLED', 'GONE', 'ABORTED'] as const),
];

export type RecordWebhookAttempt = (result: Pick<AttemptResult, 'durationMs' | 'outcome'>) => void;

/** Each outcome starts at 0, since Prometheus sees no increase in a new counter. */
export function createWebhookMetrics(registers: Registry[]): RecordWebhookAttempt {
  const attempts = new Counter({
    name: 'actiongraph_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'actiongraph_webhook_attempt_seconds',
    help: 'Duration of these attempts.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  for (const outcome of outcomes) attempts.inc({ outcome: outcome.toLowerCase() }, 0);
  return ({ durationMs, outcome }) => {
    attempts.inc({ outcome: outcome.toLowerCase() });
    durations.observe(durationMs / 1_000);
  };
}
