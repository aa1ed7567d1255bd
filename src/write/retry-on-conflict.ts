import { refersToDeleted } from '../platform/records/error-redaction.ts';

const attempts = 4;
const conflictCodes = new Set(['P2034', '40001', '40P01']);

/**
 * Does what is one transaction, from the start again where the database undid it for another's sake: a deadlock, or a
 * serialization failure, or a client or contact that was merged into another one meanwhile.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  if (conflictCodes.has(String(error.code)) || refersToDeleted(error)) return true;
  const { meta } = error as {
    meta?: { code?: unknown; driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return (
    conflictCodes.has(String(meta?.code)) ||
    conflictCodes.has(String(meta?.driverAdapterError?.cause?.originalCode))
  );
}
