import { AsyncLocalStorage } from 'node:async_hooks';
import { runOutsideReadScope } from './read-scope.ts';
import { runUntracked } from './write-tracker.ts';

/** The statements of some work, and in how many round trips they were sent. */
class StatementRecording {
  readonly statements: string[] = [];
  roundTrips = 0;

  /** Adds statements that are sent together. */
  add(...statements: string[]): void {
    this.statements.push(...statements);
    this.roundTrips += 1;
  }
}

export const statementRecording = new AsyncLocalStorage<StatementRecording>();

/**
 * Runs `work` and returns, beside its result, the text of every statement that it sent, BEGIN and COMMIT included, and the
 * number of round trips. {@link runUnrecorded} leaves work out.
 */
export async function recordStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[]; roundTrips: number }> {
  const recording = new StatementRecording();
  const result = await statementRecording.run(recording, work);
  return { result, statements: recording.statements, roundTrips: recording.roundTrips };
}

/** Runs `work`, some bookkeeping say, so that neither its statements nor its writes count for what is around it. */
export function runUnrecorded<T>(work: () => T): T {
  return statementRecording.exit(() => runOutsideReadScope(() => runUntracked(work)));
}
