import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { StoredResponseKey, StoredResponseRow } from './response-store.ts';

/** What is kept by the statement that does the work, which is a transaction of its own then. */
export interface SingleStatementStore extends StoredResponseKey {
  rights: Permissions;
  /** The rights that were asked for until the statement is sent. */
  attempt: Pick<StoredResponseRow, 'needed'>;
  /** Whether a statement did it. */
  isKept: boolean;
}

/** The work cannot be done and kept by one statement; nothing was written. */
export class NotSingleStatementError extends Error {
  override readonly name = 'NotSingleStatementError';
}
