import { trackWriteOutcome, type WriteOutcome } from '../database/statements/write-tracker.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../platform/errors/database-unavailable.ts';

/**
 * Throws a 503 only if nothing was written, because callers then repeat the request.
 * @throws ActionError outcome_unknown if the database did not confirm a write, or if a committed record could not be read
 */
export async function withOutcomeUnknownError<T>(
  requestId: string,
  callback: () => Promise<T>,
  hasIdempotencyKey = false,
): Promise<T> {
  const outcome: WriteOutcome = { open: 0, isUnknown: false, isCommitted: false };
  try {
    return await trackWriteOutcome(outcome, callback);
  } catch (error) {
    const isUnknown = outcome.isUnknown || outcome.open > 0;
    if (!(isUnknown || outcome.isCommitted) || !isTemporary(error)) throw error;
    throw outcomeUnknownError(requestId, isUnknown, error, hasIdempotencyKey);
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof ActionError
    ? error.status === 503
    : databaseUnavailableErrorOf(error) !== undefined;
}

const repeatAdvice =
  'Repeat the request with the same idempotency key: it runs once, and you get its response';

export function outcomeUnknownError(
  requestId: string,
  isUnknown: boolean,
  cause: unknown,
  hasIdempotencyKey = false,
): ActionError {
  const description = isUnknown
    ? `It is unknown whether this was written, because the connection to the database was lost. ${hasIdempotencyKey ? repeatAdvice : 'Check whether it exists before you send it again'}`
    : `This was written, but the result could not be read. ${hasIdempotencyKey ? repeatAdvice : 'Do not send it again'}`;
  return new ActionError('outcome_unknown', `${description}; request id ${requestId}.`, { cause });
}

/** Retries once after a temporary error, because the write is committed. */
export async function readAfterWrite<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isTemporary(error)) throw error;
    return await read();
  }
}
