import pg from 'pg';
import { DeadlineError } from '../statements/statement-deadline.ts';

/** The message of the server if a migration has changed the columns of a prepared statement. */
export const stalePlan = 'cached plan must not change result type';

/** The error code of a write on a server that accepts none, for example because it is now a standby. */
export const readOnly = '25006';

/** Whether the connection can still be used: the server reported the error, or no statement was sent. */
export function isSqlError(error: unknown): boolean {
  if (error instanceof DeadlineError) return error.cause === undefined || isSqlError(error.cause);
  return (
    error instanceof pg.DatabaseError &&
    error.severity === 'ERROR' &&
    error.message !== stalePlan &&
    error.code !== readOnly
  );
}
