import { AsyncLocalStorage } from 'node:async_hooks';
import { runOutsideReadScope } from './read-scope.ts';
import { runUntracked } from './write-tracker.ts';

export const statementRecording = new AsyncLocalStorage<string[]>();

/**
 * Runs `work` and answers, beside its result, the text of every statement it sent, BEGIN and COMMIT included.
 * Work that must not count leaves by {@link runUnrecorded}. Costs nothing while nobody counts.
 */
export async function recordStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const result = await statementRecording.run(statements, work);
  return { result, statements };
}

/** Runs `work`, some bookkeeping say, so that neither its statements nor its writes count for what is around it. */
export function runUnrecorded<T>(work: () => T): T {
  return statementRecording.exit(() => runOutsideReadScope(() => runUntracked(work)));
}
