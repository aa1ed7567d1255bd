import {
  databaseRetrySeconds,
  databaseStateMessage,
  databaseStateOf,
  isDatabaseUnavailable,
  isDeadlineExceeded,
} from '../../database/pool/availability-errors.ts';
import { ActionError } from './action-error.ts';

/** Returns a 503 error (`read_only`, `operation_timed_out`, `database_unavailable`); undefined for other errors. */
export function databaseUnavailableErrorOf(error: unknown): ActionError | undefined {
  if (error instanceof ActionError) return undefined;
  if (isDeadlineExceeded(error)) {
    return new ActionError(
      'operation_timed_out',
      'The operation took too long and was cancelled.',
      {
        cause: error,
      },
    );
  }
  if (!isDatabaseUnavailable(error)) return undefined;
  const state = databaseStateOf(error);
  const code = state === 'readOnly' ? 'read_only' : 'database_unavailable';
  return new ActionError(code, databaseStateMessage(state), {
    retryAfterSeconds: databaseRetrySeconds(state),
    cause: error,
  });
}
