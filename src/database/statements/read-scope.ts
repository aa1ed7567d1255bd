import { AsyncLocalStorage } from 'node:async_hooks';

export interface ReadScope {
  onlyReads: boolean;
  /** Before sign-in undefined: the primary is used. */
  caller: string | undefined;
  /** Required WAL position. */
  after: bigint;
  /** The request has written, or may have. */
  mayHaveWritten: boolean;
}

const scopes = new AsyncLocalStorage<ReadScope>();

export const runInReadScope = <T>(scope: ReadScope, work: () => T): T => scopes.run(scope, work);

/** Reads of `work` use the primary. */
export const runOutsideReadScope = <T>(work: () => T): T => scopes.exit(work);

export const currentReadScope = (): ReadScope | undefined => scopes.getStore();

export function markReadOnly(): void {
  const scope = scopes.getStore();
  if (scope) scope.onlyReads = true;
}

/** Later reads use the primary. */
export function markAsWriting(): void {
  const scope = scopes.getStore();
  if (scope) scope.mayHaveWritten = true;
}
