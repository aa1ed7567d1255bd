import { refersToDeleted } from '../platform/records/error-redaction.ts';

const maxAttempts = 4;
const conflictCodes = new Set(['P2034', '40001', '40P01']);

/** Restarts a transaction after a deadlock, a serialization failure, or a reference to a record that was merged or moved concurrently. */
export async function retryOnConflict<T>(
  callback: (isRestarted: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callback(attempt > 1);
    } catch (error) {
      if (attempt >= maxAttempts || !isConflict(error)) throw error;
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
