import type pg from 'pg';

export interface PipelinedStatement extends pg.QueryConfig {
  /** `sent` includes statements with an unknown result. */
  state: 'waiting' | 'sent' | 'failed';
  /** Replaces the database's error, or maps it. */
  readonly error: Error | ((cause: unknown) => unknown);
}

export type PipelinedQueries = readonly (pg.QueryConfig | PipelinedStatement)[];

export function setStatementState(
  queries: PipelinedQueries,
  state: PipelinedStatement['state'],
): void {
  for (const query of queries) if ('state' in query) query.state = state;
}

export function pipelinedStatementError(queries: PipelinedQueries, cause: unknown): unknown {
  const failed = queries.find((query) => 'state' in query && query.state === 'failed');
  if (!(failed && 'error' in failed)) return cause;
  return typeof failed.error === 'function' ? failed.error(cause) : failed.error;
}
