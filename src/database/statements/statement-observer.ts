import { currentAdmittedRequest } from './admitted-requests.ts';
import type { CompletedStatements } from './completed-statements.ts';

/** Told of all statements once they are answered. */
export type StatementObserver = (statements: CompletedStatements) => void;

/** Tells of statements when `result` is there. Costs nothing while nobody watches. */
export function observeStatements(
  observer: StatementObserver | undefined,
  texts: readonly string[],
  result: Promise<unknown>,
): void {
  if (observer === undefined) return;
  const request = currentAdmittedRequest()?.request;
  const startedAt = performance.now();
  const notify = (isFailed: boolean) => {
    observer({ texts, startedAt, durationMs: performance.now() - startedAt, isFailed, request });
  };
  result.then(
    () => notify(false),
    () => notify(true),
  );
}

/** Adds statements to the traces of the requests that they belong to. */
export const traceStatements: StatementObserver = (statements) => {
  statements.request?.().trace?.statement(statements);
};

/** All of these as one; undefined where there is none. */
export function combineStatementObservers(
  ...candidates: readonly (StatementObserver | undefined)[]
): StatementObserver | undefined {
  const observers = candidates.filter((one) => one !== undefined);
  if (observers.length < 2) return observers[0];
  return (statements) => {
    for (const watch of observers) watch(statements);
  };
}
