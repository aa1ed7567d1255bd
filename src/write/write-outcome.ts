import { trackWriteOutcome, type WriteOutcome } from '../database/statements/write-tracker.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../platform/errors/database-unavailable.ts';

/**
 * Runs a verb. Where the database is away or too slow, the verb's error stays what it is only if nothing was written:
 * whoever is told to try again must not do a thing twice (decisions, "503"). With `isKeyed`, what has an idempotency key, it
 * may be sent again, and the error says so.
 * @throws ActionError outcome_unknown where a write was sent and its answer did not come, or where what was written could
 * not be read again
 */
export async function withOutcomeUnknownError<T>(
  requestId: string,
  work: () => Promise<T>,
  isKeyed = false,
): Promise<T> {
  const writes: WriteOutcome = { open: 0, isUnknown: false, isCommitted: false };
  try {
    return await trackWriteOutcome(writes, work);
  } catch (error) {
    const isUnknown = writes.isUnknown || writes.open > 0;
    if (!(isUnknown || writes.isCommitted) || !isTemporary(error)) throw error;
    throw outcomeUnknownError(requestId, isUnknown, error, isKeyed);
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof ActionError
    ? error.status === 503
    : databaseUnavailableErrorOf(error) !== undefined;
}

const sendAgain =
  'Repeat the request with the same idempotency key: it runs once, and you get its response';

/** The error of a change that may have been written, or was and could not be shown. */
export function outcomeUnknownError(
  requestId: string,
  isUnknown: boolean,
  cause: unknown,
  isKeyed = false,
): ActionError {
  const what = isUnknown
    ? `It is unknown whether this was written, because the connection to the database was lost. ${isKeyed ? sendAgain : 'Check whether it exists before you send it again'}`
    : `This was written, but the result could not be read. ${isKeyed ? sendAgain : 'Do not send it again'}`;
  return new ActionError('outcome_unknown', `${what}; request id ${requestId}.`, { cause });
}

/**
 * Reads what was just written; once more where the connection is lost meanwhile, because a change that was made is to be
 * answered as such.
 */
export async function readAfterWrite<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isTemporary(error)) throw error;
    return await read();
  }
}
