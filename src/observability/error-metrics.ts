import { Counter, type Registry } from 'prom-client';
import { type ErrorCode, errorCatalogue } from '../platform/errors/error-catalogue.ts';

/** The codes of what the service itself could not do; whatever else is refused is for the caller to mend. */
const failureCodes = Object.entries(errorCatalogue).flatMap(([code, { status }]) =>
  status >= 500 ? [code as ErrorCode] : [],
);

/**
 * Counts failures by their code, through whichever door: a field of GraphQL that fails is answered with the status 200, beside what was
 * read, and who is refused at the door asked for no operation that is known. Each code is there from the start, at 0: Prometheus sees no
 * rise in a figure that is not there before it is 1.
 */
export function createErrorMetrics(
  registers: Registry[],
): (code: ErrorCode, times?: number) => void {
  const failures = new Counter({
    name: 'actiongraph_failures_total',
    help: 'Failures of the service that callers were told of, by code.',
    labelNames: ['code'],
    registers,
  });
  for (const code of failureCodes) failures.inc({ code }, 0);
  return (code, times = 1) => failures.inc({ code }, times);
}
