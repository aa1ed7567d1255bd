import { AsyncLocalStorage } from 'node:async_hooks';
import { runOutsideReadScope } from './read-scope.ts';
import { runUntracked } from './write-tracker.ts';

class StatementRecording {
  readonly statements: string[] = [];
  roundTrips = 0;

  add(...statements: string[]): void {
    this.statements.push(...statements);
    this.roundTrips += 1;
  }
}

export const statementRecording = new AsyncLocalStorage<StatementRecording>();

/** Includes BEGIN and COMMIT. {@link runUnrecorded} excludes work. */
export async function recordStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[]; roundTrips: number }> {
  const recording = new StatementRecording();
  const result = await statementRecording.run(recording, work);
  return { result, statements: recording.statements, roundTrips: recording.roundTrips };
}

/** Excludes bookkeeping from the recording, read scope and write tracking. */
export function runUnrecorded<T>(work: () => T): T {
  return statementRecording.exit(() => runOutsideReadScope(() => runUntracked(work)));
}
