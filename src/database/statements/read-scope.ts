import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has done and may do, as far as it decides which server reads for it. */
export interface ReadScope {
  /** Whether it only reads, so that replicas may answer it. */
  onlyReads: boolean;
  /** Who is let in; undefined until that is known, and until then the primary answers. */
  caller: string | undefined;
  /** What it has to see, as its caller says. */
  after: bigint;
  /** Whether the primary was asked to write, or may have been. */
  mayHaveWritten: boolean;
}

const scopes = new AsyncLocalStorage<ReadScope>();

/** Runs the work of a request. */
export const runInReadScope = <T>(scope: ReadScope, work: () => T): T => scopes.run(scope, work);

/** Runs `work` as if it were of no request: the primary answers, and what is written is nobody's. */
export const runOutsideReadScope = <T>(work: () => T): T => scopes.exit(work);

/** That of the request that is worked on; undefined where there is none. */
export const currentReadScope = (): ReadScope | undefined => scopes.getStore();

/** Says that the request only reads, once that is known. */
export function markReadOnly(): void {
  const scope = scopes.getStore();
  if (scope) scope.onlyReads = true;
}

/** Says that the request writes perhaps: what follows is read where it is written. */
export function markAsWriting(): void {
  const scope = scopes.getStore();
  if (scope) scope.mayHaveWritten = true;
}
