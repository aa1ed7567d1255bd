import type { ActionError } from '../errors/action-error.ts';
import type { NumericIdType, RecordType } from '../ids/record-ids.ts';
import type { Permissions } from '../permissions/permissions.ts';

export type VersionedType = RecordType | NumericIdType;

/** The record version that the caller expects. */
export interface ExpectedVersion {
  type: VersionedType;
  /** As the caller wrote it; undefined if the input identifies the record in another way. */
  id?: unknown;
  /** From the input. */
  version?: number | undefined;
  /** From the If-Match header: one of these. */
  versions?: readonly number[] | undefined;
}

export interface PendingVersionCheck extends ExpectedVersion {
  isChecked: boolean;
}

/** Types of records that accept ids from callers. */
export type ClientGeneratedIdType = Exclude<RecordType, 'ToDoItem'>;

export interface ClientGeneratedId {
  type: ClientGeneratedIdType;
  id: string;
  isUsed: boolean;
}

/** State of a write with an idempotency key. */
export interface WriteAttempt {
  /** The permissions that the write has required so far. */
  requiredPermissions: Permissions;
  /** The written record, from which the API reads the response; undefined before the write. */
  written?: object;
  /** Whether the response contains a secret and must not be stored. */
  isSecret?: boolean;
  /** The written record of the first attempt; only the response is built again. */
  replayed?: object;
  /** Whether the statement that stores the response may also read it. */
  readsLast?: boolean;
  /** An error that was found only after the work. */
  error?: ActionError;
}

/** The stored response of an idempotency key, if any. */
export interface StoredResponseRow {
  isFree: boolean;
  inputHash: string | null;
  answer: string | null;
  written: object | null;
  rights: Permissions;
  needed: Permissions;
}

/** Identifies a stored response and its input. */
export interface StoredResponseKey {
  caller: string;
  key: string;
  inputHash: string;
}

/** For a write by one statement, which also stores the response. */
export interface SingleStatementStore extends StoredResponseKey {
  rights: Permissions;
  /** The permissions that are required until the statement is sent. */
  attempt: Pick<WriteAttempt, 'requiredPermissions'>;
  isStored: boolean;
}
