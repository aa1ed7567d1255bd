import type { ActionError } from '../errors/action-error.ts';
import type { NumericIdType, RecordType } from '../ids/record-ids.ts';
import type { Permissions } from '../permissions/permissions.ts';

export type VersionedType = RecordType | NumericIdType;

export interface ExpectedVersion {
  type: VersionedType;
  /** As written; undefined if the input identifies the record otherwise. */
  id?: unknown;
  /** From the input. */
  version?: number | undefined;
  /** From If-Match: one of these. */
  versions?: readonly number[] | undefined;
}

export interface PendingVersionCheck extends ExpectedVersion {
  isChecked: boolean;
}

/** Types that accept ids from callers. */
export type ClientGeneratedIdType = Exclude<RecordType, 'ToDoItem'>;

export interface ClientGeneratedId {
  type: ClientGeneratedIdType;
  id: string;
  isUsed: boolean;
}

export interface WriteAttempt {
  /** Required so far. */
  requiredPermissions: Permissions;
  /** The API reads the response from it; undefined before the write. */
  written?: object;
  /** The response must not be stored. */
  isSecret?: boolean;
  /** From the first attempt; only the response is built again. */
  replayed?: object;
  /** The statement that stores the response may also read it. */
  defersRead?: boolean;
  /** Found only after the work. */
  error?: ActionError;
}

export interface StoredResponseRow {
  isFree: boolean;
  inputHash: string | null;
  answer: string | null;
  written: object | null;
  rights: Permissions;
  needed: Permissions;
}

export interface StoredResponseKey {
  caller: string;
  key: string;
  inputHash: string;
}
