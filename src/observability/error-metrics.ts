import { Counter, type Registry } from 'prom-client';
import { type ErrorCode, errorCatalogue } from '../platform/errors/error-catalogue.ts';

const failureCodes = Object.entries(errorCatalogue).flatMap(([code, { status }]) =>
  status >= 500 ? [code as ErrorCode] : [],
);

/**
 * Failed GraphQL fields have status 200. Each code starts at 0, since Prometheus sees no increase in a new
 * counter.
 */
export function createErrorMetrics(
  registers: Registry[],
): (code: ErrorCode, count?: number) => void {
  const failures = new Counter({
    name: 'actiongraph_failures_total',
    help: 'Failures of the service that callers were told of, by code.',
    labelNames: ['code'],
    registers,
  });
  for (const code of failureCodes) failures.inc({ code }, 0);
  return (code, count = 1) => failures.inc({ code }, count);
}
