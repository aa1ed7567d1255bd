interface QueryError {
  code?: unknown;
  meta?: { code?: unknown; driverAdapterError?: { cause?: Record<string, unknown> } };
}

/** Prisma and pg use different properties. */
export function sqlStatesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, meta } = error as QueryError;
  return [meta?.driverAdapterError?.cause?.originalCode, meta?.code, code].map(String);
}

export const isStatementTimeout = (error: unknown): boolean => sqlStatesOf(error).includes('57014');
