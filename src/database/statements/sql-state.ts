interface QueryError {
  code?: unknown;
  meta?: { code?: unknown; driverAdapterError?: { cause?: Record<string, unknown> } };
}

/** The error codes of a failed query: Prisma and pg put them in different properties. */
export function sqlStatesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, meta } = error as QueryError;
  return [meta?.driverAdapterError?.cause?.originalCode, meta?.code, code].map(String);
}

/** Whether the server cancelled a statement that took too long. */
export const isStatementTimeout = (error: unknown): boolean => sqlStatesOf(error).includes('57014');
