import pg from 'pg';
import { DeadlineError } from '../statements/statement-deadline.ts';

/** PostgreSQL's message after a migration changed the columns of a prepared statement. */
export const stalePlan = 'cached plan must not change result type';

/** SQLSTATE of a write on a standby. */
export const readOnly = '25006';

/** Whether the connection remains usable. */
export function isSqlError(error: unknown): boolean {
  if (error instanceof DeadlineError) return error.cause === undefined || isSqlError(error.cause);
  return (
    error instanceof pg.DatabaseError &&
    error.severity === 'ERROR' &&
    error.message !== stalePlan &&
    error.code !== readOnly
  );
}
