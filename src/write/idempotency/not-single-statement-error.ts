/** The work cannot be done and kept by one statement; nothing was written. */
export class NotSingleStatementError extends Error {
  override readonly name = 'NotSingleStatementError';
}
