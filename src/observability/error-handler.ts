import type { Logger } from 'pino';
import { unavailabilityReason } from '../database/pool/availability-errors.ts';
import { CallerDisconnectedError } from '../limits/admission-control.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../platform/errors/database-unavailable.ts';
import type { Metrics } from './metrics.ts';
import type { ReadinessCheck } from './readiness.ts';
import type { RequestLog } from './request-log.ts';

/**
 * Errors other than ActionError and database outages are defects: logged, not revealed. Counts each failure once.
 * @throws CallerDisconnectedError unchanged
 */
export type ErrorHandler = (error: unknown, requestId: string) => ActionError;

interface ErrorHandlerDependencies {
  log: Logger;
  requestLog: RequestLog;
  readiness: Pick<ReadinessCheck, 'recordError'>;
  metrics?: Pick<Metrics, 'recordFailure'> | undefined;
}

export function createErrorHandler({
  log,
  requestLog,
  readiness,
  metrics,
}: ErrorHandlerDependencies): ErrorHandler {
  const countedErrors = new WeakSet<object>();

  function count(error: unknown, failure: ActionError): ActionError {
    if (!countedErrors.has(failure) && !countedErrors.has(error as object)) {
      metrics?.recordFailure(failure.code);
    }
    countedErrors.add(failure);
    if (error instanceof Error) countedErrors.add(error);
    return failure;
  }

  function logFailure({ code, cause, message }: ActionError, requestId: string): void {
    const failure = { code, reason: unavailabilityReason(cause) || message };
    if (requestLog.recordFailure(requestId, failure)) return;
    log.warn({ requestId, ...failure }, code.replaceAll('_', ' '));
  }

  return (error, requestId) => {
    if (error instanceof CallerDisconnectedError) throw error;
    const knownError = error instanceof ActionError ? error : databaseUnavailableErrorOf(error);
    if (knownError !== undefined) {
      readiness.recordError(knownError.cause);
      if (knownError.status < 500) return knownError;
      logFailure(knownError, requestId);
      return count(error, knownError);
    }
    log.error({ err: error, requestId }, 'defect');
    const message = `Internal error. The log contains the request id ${requestId}.`;
    return count(error, new ActionError('internal_error', message));
  };
}
