/** Describes the request that sent the statements. */
export type DescribeRequest = () => {
  requestId: string;
  door: string;
  /** Undefined until sign-in. */
  operation: string | undefined;
  /** Undefined without tracing. */
  trace?: { statement(statements: CompletedStatements): void } | undefined;
};

export interface CompletedStatements {
  /** Without parameter values. */
  texts: readonly string[];
  /** From `performance.now()`. */
  startedAt: number;
  durationMs: number;
  isFailed: boolean;
  /** Undefined outside of a request, for example in a job. */
  request: DescribeRequest | undefined;
}
