import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that the service has promised to answer, for as long as it is being worked on. */
export interface Admitted {
  isHeld: boolean;
}

const admitted = new AsyncLocalStorage<Admitted>();

/** Runs the work of what was admitted: its statements wait for a connection, however many others do. */
export function asAdmitted<T>(entry: Admitted, work: () => Promise<T>): Promise<T> {
  return admitted.run(entry, work);
}

/** Whether a statement belongs to something admitted; what goes on after an answer, a stream say, does not. */
export function isAdmitted(): boolean {
  return admitted.getStore()?.isHeld === true;
}
