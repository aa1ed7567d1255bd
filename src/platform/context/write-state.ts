import type { ActionError } from '../errors/action-error.ts';
import type { NumericIdType, RecordType } from '../ids/record-ids.ts';
import type { Permissions } from '../permissions/permissions.ts';

export type VersionedType = RecordType | NumericIdType;

/** The version that a caller expects of the record that it changes. */
export interface ExpectedVersion {
  type: VersionedType;
  /** The id as the caller wrote it; left out where the input says otherwise which record is meant. */
  id?: unknown;
  /** What stands in the input. */
  version?: number | undefined;
  /** What the header names: one of these. */
  versions?: readonly number[] | undefined;
}

/** An expectation while the work is done. */
export interface PendingVersionCheck extends ExpectedVersion {
  isChecked: boolean;
}

/** Types of records whose ids callers may give: those that a create answers, and payments. */
export type ClientGeneratedIdType = Exclude<RecordType, 'ToDoItem'>;

/** An id that a caller gave, while the record is made. */
export interface ClientGeneratedId {
  type: ClientGeneratedIdType;
  id: string;
  isUsed: boolean;
}

/** What is noted of a write while it is done. */
export interface WriteAttempt {
  /** The rights that were asked for meanwhile. */
  requiredPermissions: Permissions;
  /** What it wrote, as the door that called it reads it again; undefined as long as nothing was done. */
  written?: object;
  /** Whether what it answers holds a secret, and must not be kept. */
  isSecret?: boolean;
  /** What was written the first time, of which only the answer is to be made again. */
  replayed?: object;
  /** Whether its answer may be left to be read by the statement that keeps it. */
  readsLast?: boolean;
  /** Why it was refused, where that could be found out only afterwards. */
  error?: ActionError;
}

/** What is kept under a key, if anything. */
export interface StoredResponseRow {
  isFree: boolean;
  inputHash: string | null;
  answer: string | null;
  written: object | null;
  rights: Permissions;
  needed: Permissions;
}

/** Under what an answer is kept, and for which input. */
export interface StoredResponseKey {
  caller: string;
  key: string;
  inputHash: string;
}

/** What is kept by the statement that does the work, which is a transaction of its own then. */
export interface SingleStatementStore extends StoredResponseKey {
  rights: Permissions;
  /** The rights that were asked for until the statement is sent. */
  attempt: Pick<WriteAttempt, 'requiredPermissions'>;
  /** Whether a statement did it. */
  isStored: boolean;
}
