import { AsyncLocalStorage } from 'node:async_hooks';
import type { DescribeRequest } from './completed-statements.ts';

/** A request that passed load shedding. */
export interface AdmittedRequest {
  isHeld: boolean;
  /** Includes BEGIN and COMMIT. */
  statements: number;
  /** Sum, also of concurrent statements. */
  databaseMs: number;
  request?: DescribeRequest;
}

const admitted = new AsyncLocalStorage<AdmittedRequest>();

/** The queue limit of the pool does not apply to `work`. */
export function runAdmitted<T>(entry: AdmittedRequest, work: () => Promise<T>): Promise<T> {
  return admitted.run(entry, work);
}

export const currentAdmittedRequest = (): AdmittedRequest | undefined => admitted.getStore();

export function trackStatementCost<T>(statements: number, result: Promise<T>): Promise<T> {
  const entry = admitted.getStore();
  if (!entry?.isHeld) return result;
  entry.statements += statements;
  const start = performance.now();
  const count = () => {
    entry.databaseMs += performance.now() - start;
  };
  result.then(count, count);
  return result;
}

/** False after the response, for example in a stream. */
export function isInAdmittedRequest(): boolean {
  return admitted.getStore()?.isHeld === true;
}
