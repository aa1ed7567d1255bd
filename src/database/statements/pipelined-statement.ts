import type pg from 'pg';

export interface PipelinedStatement extends pg.QueryConfig {
  /** `sent` does not mean that the result is known. */
  state: 'waiting' | 'sent' | 'failed';
  /** The error to throw, or a mapping of the database error. */
  readonly error: Error | ((cause: unknown) => unknown);
}

export type PipelinedQueries = readonly (pg.QueryConfig | PipelinedStatement)[];

export function setStatementState(
  queries: PipelinedQueries,
  state: PipelinedStatement['state'],
): void {
  for (const query of queries) if ('state' in query) query.state = state;
}

/** Returns the error that the failed statement declares, otherwise `cause`. */
export function pipelinedStatementError(queries: PipelinedQueries, cause: unknown): unknown {
  const failed = queries.find((query) => 'state' in query && query.state === 'failed');
  if (!(failed && 'error' in failed)) return cause;
  return typeof failed.error === 'function' ? failed.error(cause) : failed.error;
}
