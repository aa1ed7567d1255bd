import { AsyncLocalStorage } from 'node:async_hooks';
import { apartFromReads } from './read-scope.ts';
import { apartFromWrites } from './write-tracker.ts';

export const recording = new AsyncLocalStorage<string[]>();

/**
 * Runs `work` and answers, beside its result, the text of every statement it sent, BEGIN and COMMIT included.
 * Work that must not count leaves by {@link uncounted}. Costs nothing while nobody counts.
 */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const result = await recording.run(statements, work);
  return { result, statements };
}

/** Runs `work`, some bookkeeping say, so that neither its statements nor its writes count for what is around it. */
export function uncounted<T>(work: () => T): T {
  return recording.exit(() => apartFromReads(() => apartFromWrites(work)));
}
