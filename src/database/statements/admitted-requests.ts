import { AsyncLocalStorage } from 'node:async_hooks';
import type { DescribeRequest } from './completed-statements.ts';

/** Something that the service has promised to answer, for as long as it is being worked on. */
export interface AdmittedRequest {
  isHeld: boolean;
  /** The statements that it has sent, BEGIN and COMMIT included. */
  statements: number;
  /** How long they took, in milliseconds: those that ran at the same time each for itself. */
  databaseMs: number;
  /** What is noted of the request that it belongs to; undefined where it belongs to none. */
  request?: DescribeRequest;
}

const admitted = new AsyncLocalStorage<AdmittedRequest>();

/** Runs the work of what was admitted: its statements wait for a connection, however many others do. */
export function runAdmitted<T>(entry: AdmittedRequest, work: () => Promise<T>): Promise<T> {
  return admitted.run(entry, work);
}

/** What was admitted and is worked on here; undefined where it is something else. */
export const currentAdmittedRequest = (): AdmittedRequest | undefined => admitted.getStore();

/** Counts statements, and the time until they are answered, for what was admitted. */
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

/** Whether a statement belongs to something admitted; what goes on after an answer, a stream say, does not. */
export function isInAdmittedRequest(): boolean {
  return admitted.getStore()?.isHeld === true;
}
