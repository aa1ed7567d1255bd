import type { KeptKey, KeptRow } from './response-store.ts';
import type { Rights } from '../../platform/permissions/permissions.ts';

/** What is kept by the statement that does the work, which is a transaction of its own then. */
export interface KeepingByStatement extends KeptKey {
  rights: Rights;
  /** The rights that were asked for until the statement is sent. */
  attempt: Pick<KeptRow, 'needed'>;
  /** Whether a statement did it. */
  isKept: boolean;
}

/** The work cannot be done and kept by one statement; nothing was written. */
export class NotByOneStatement extends Error {
  override readonly name = 'NotByOneStatement';
}
