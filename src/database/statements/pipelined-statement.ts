import type pg from 'pg';

/** A statement of a batch, with its state. */
export interface PipelinedStatement extends pg.QueryConfig {
  /** `sent` also if its result is unknown. */
  state: 'waiting' | 'sent' | 'failed';
  /** The error to throw if the statement fails, or a function that maps the error of the database. */
  readonly error: Error | ((cause: unknown) => unknown);
}

export type PipelinedQueries = readonly (pg.QueryConfig | PipelinedStatement)[];

/** Sets the state of those queries that have one. */
export function setStatementState(
  queries: PipelinedQueries,
  state: PipelinedStatement['state'],
): void {
  for (const query of queries) if ('state' in query) query.state = state;
}

/** The error to throw for a batch: that of the statement that failed, if it declares one. */
export function pipelinedStatementError(queries: PipelinedQueries, cause: unknown): unknown {
  const failed = queries.find((query) => 'state' in query && query.state === 'failed');
  if (!(failed && 'error' in failed)) return cause;
  return typeof failed.error === 'function' ? failed.error(cause) : failed.error;
}
