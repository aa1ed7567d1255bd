import { currentAdmittedRequest } from './admitted-requests.ts';
import type { CompletedStatements } from './completed-statements.ts';

/** Called after the statements have succeeded or failed. */
export type StatementObserver = (statements: CompletedStatements) => void;

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

export const traceStatements: StatementObserver = (statements) => {
  statements.request?.().trace?.statement(statements);
};

export function combineStatementObservers(
  ...candidates: readonly (StatementObserver | undefined)[]
): StatementObserver | undefined {
  const observers = candidates.filter((one) => one !== undefined);
  if (observers.length < 2) return observers[0];
  return (statements) => {
    for (const watch of observers) watch(statements);
  };
}
