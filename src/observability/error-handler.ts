import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { DatabaseState } from '../database/pool/availability-errors.ts';
import {
  databaseStateMessage,
  databaseStateOf,
  unavailabilityReason,
} from '../database/pool/availability-errors.ts';
import { CallerDisconnectedError } from '../limits/admission-control.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../platform/errors/database-unavailable.ts';
import type { Metrics } from './metrics.ts';
import type { RequestLog } from './request-log.ts';

/** A disk that was found full is not called ready for this long: only another write would tell. */
const fullDiskMillis = 30_000;

/** What /ready says where the service cannot do all of its work. */
export interface ReadinessProblem {
  /** `read_only` where the database takes no changes, and what only reads is answered. */
  status: 'unavailable' | 'read_only';
  message: string;
}

/** What becomes of whatever was thrown, and what is known of the database by it. */
export interface ErrorHandler {
  /**
   * Errors on purpose pass, a lost database is told as such, and anything else is a defect: logged, never shown. One line
   * of the log for each request: a database that is away, or busy, is said in few words on the request's own. Where figures are
   * kept, what the service could not do is counted once, however often it is passed on.
   * @throws CallerDisconnectedError as it came: there is nobody to be answered
   */
  asActionError(error: unknown, requestId: string): ActionError;
  /** What keeps the service from its work just now; null where nothing does. */
  atPresent(database: Database): Promise<ReadinessProblem | null>;
}

export function createErrorHandler(
  log: Logger,
  requestLog: RequestLog,
  metrics?: Pick<Metrics, 'fail'>,
): ErrorHandler {
  let diskFullUntil = 0;
  const counted = new WeakSet<object>();

  /** @param error what was thrown, of which a failure was made that may come by again */
  function count(error: unknown, failure: ActionError): ActionError {
    if (!counted.has(failure) && !counted.has(error as object)) metrics?.fail(failure.code);
    counted.add(failure);
    if (error instanceof Error) counted.add(error);
    return failure;
  }

  function noteState(error: unknown): void {
    if (databaseStateOf(error) === 'diskFull') diskFullUntil = Date.now() + fullDiskMillis;
  }

  function tell({ code, cause, message }: ActionError, requestId: string): void {
    const failure = { code, reason: unavailabilityReason(cause) || message };
    if (requestLog.noteFailure(requestId, failure)) return;
    log.warn({ requestId, ...failure }, code.replaceAll('_', ' '));
  }

  return {
    asActionError: (error, requestId) => {
      if (error instanceof CallerDisconnectedError) throw error;
      const known = error instanceof ActionError ? error : databaseUnavailableErrorOf(error);
      if (known !== undefined) {
        noteState(known.cause);
        if (known.status < 500) return known;
        tell(known, requestId);
        return count(error, known);
      }
      log.error({ err: error, requestId }, 'defect');
      const message = `Something went wrong here. The request id ${requestId} finds it in the log.`;
      return count(error, new ActionError('internal_error', message));
    },
    atPresent: async ({ prisma }) => {
      const state = await stateOfDatabase(prisma, (reason) => log.warn({ reason }, 'not ready'));
      if (state === null)
        return Date.now() < diskFullUntil
          ? unavailableProblem(databaseStateMessage('diskFull'))
          : null;
      if (state === 'readOnly')
        return { status: 'read_only', message: databaseStateMessage(state) };
      return unavailableProblem(
        state === 'away' ? 'The database cannot be reached.' : databaseStateMessage(state),
      );
    },
  };
}

export const unavailableProblem = (message: string): ReadinessProblem => ({
  status: 'unavailable',
  message,
});

async function stateOfDatabase(
  prisma: Database['prisma'],
  onFault: (reason: string) => void,
): Promise<DatabaseState | null> {
  try {
    const [row] = await prisma.$queryRaw<{ readOnly: boolean }[]>`
      SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`;
    return row?.readOnly ? 'readOnly' : null;
  } catch (error) {
    onFault(unavailabilityReason(error));
    return databaseStateOf(error);
  }
}
