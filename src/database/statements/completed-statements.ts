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
  /** Undefined in jobs. */
  request: DescribeRequest | undefined;
}
