import { currentAdmittedRequest } from './admitted-requests.ts';
import type { CompletedStatements } from './completed-statements.ts';

/** Told of all statements once they are answered. */
export type StatementObserver = (answered: CompletedStatements) => void;

/** Tells of statements when `result` is there. Costs nothing while nobody watches. */
export function observeStatements(
  watch: StatementObserver | undefined,
  texts: readonly string[],
  result: Promise<unknown>,
): void {
  if (watch === undefined) return;
  const request = currentAdmittedRequest()?.request;
  const startedAt = performance.now();
  const tell = (isFailed: boolean) => {
    watch({ texts, startedAt, durationMs: performance.now() - startedAt, isFailed, request });
  };
  result.then(
    () => tell(false),
    () => tell(true),
  );
}

/** Adds statements to the traces of the requests that they belong to. */
export const traceStatements: StatementObserver = (answered) => {
  answered.request?.().trace?.statement(answered);
};

/** All of these as one; undefined where there is none. */
export function combineStatementObservers(
  ...given: readonly (StatementObserver | undefined)[]
): StatementObserver | undefined {
  const watches = given.filter((one) => one !== undefined);
  if (watches.length < 2) return watches[0];
  return (answered) => {
    for (const watch of watches) watch(answered);
  };
}
