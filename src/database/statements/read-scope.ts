import { AsyncLocalStorage } from 'node:async_hooks';

/** The properties of a request that select the server for its reads. */
export interface ReadScope {
  onlyReads: boolean;
  /** Undefined before sign-in. The primary runs those reads. */
  caller: string | undefined;
  /** The WAL position that the caller requires. */
  after: bigint;
  /** Whether the request has written, or may have. */
  mayHaveWritten: boolean;
}

const scopes = new AsyncLocalStorage<ReadScope>();

export const runInReadScope = <T>(scope: ReadScope, work: () => T): T => scopes.run(scope, work);

/** Runs `work` on the primary, without effect on the request. */
export const runOutsideReadScope = <T>(work: () => T): T => scopes.exit(work);

/** Undefined outside of a request. */
export const currentReadScope = (): ReadScope | undefined => scopes.getStore();

export function markReadOnly(): void {
  const scope = scopes.getStore();
  if (scope) scope.onlyReads = true;
}

/** Later reads of the request go to the primary. */
export function markAsWriting(): void {
  const scope = scopes.getStore();
  if (scope) scope.mayHaveWritten = true;
}
