import type pg from 'pg';

/** A statement that is sent together with others, and says what became of it. */
export interface PipelinedStatement extends pg.QueryConfig {
  /** `sent` also where it is not known what became of it. */
  state: 'waiting' | 'sent' | 'failed';
  /** What is thrown where it fails, or makes that of the database's error. */
  readonly fault: Error | ((error: unknown) => unknown);
}

/** What is sent together. */
export type PipelinedQueries = readonly (pg.QueryConfig | PipelinedStatement)[];

/** Notes what became of those statements that say it. */
export function setStatementState(
  queries: PipelinedQueries,
  state: PipelinedStatement['state'],
): void {
  for (const query of queries) if ('state' in query) query.state = state;
}

/** What is thrown where statements failed: the fault of the one that did, where it says so. */
export function pipelinedStatementError(queries: PipelinedQueries, error: unknown): unknown {
  const failed = queries.find((query) => 'state' in query && query.state === 'failed');
  if (!(failed && 'fault' in failed)) return error;
  return typeof failed.fault === 'function' ? failed.fault(error) : failed.fault;
}
