/** Says of a request, as far as it is known by now, what its statements are told with. */
export type DescribeRequest = () => {
  requestId: string;
  door: string;
  /** What is done; undefined until somebody was let in. */
  operation: string | undefined;
  /** Takes its statements; undefined where no traces are kept. */
  trace?: { statement(statements: CompletedStatements): void } | undefined;
};

/** Statements that were sent together, and answered. */
export interface CompletedStatements {
  /** Without the values that were sent beside them. */
  texts: readonly string[];
  /** By the clock of `performance.now()`. */
  startedAt: number;
  durationMs: number;
  isFailed: boolean;
  /** The request that they belong to; undefined where it is something else, a job say. */
  request: DescribeRequest | undefined;
}
