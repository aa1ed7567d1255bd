/** Thrown if one statement cannot do the work and store its response. Nothing was written. */
export class NotSingleStatementError extends Error {
  override readonly name = 'NotSingleStatementError';
}
