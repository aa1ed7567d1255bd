import type { ActionError } from '../errors/action-error.ts';
import type { NumericIdType, RecordType } from '../ids/record-ids.ts';
import type { Permissions } from '../permissions/permissions.ts';

export type VersionedType = RecordType | NumericIdType;

export interface ExpectedVersion {
  type: VersionedType;
  /** Undefined if the input identifies the record by other fields than its id. */
  id?: unknown;
  /** From `expectedVersion`. */
  version?: number | undefined;
  /** Versions in the header `If-Match`. The record must have one of them. */
  versions?: readonly number[] | undefined;
}

export interface PendingVersionCheck extends ExpectedVersion {
  isChecked: boolean;
}

export type ClientGeneratedIdType = Exclude<RecordType, 'ToDoItem'>;

export interface ClientGeneratedId {
  type: ClientGeneratedIdType;
  id: string;
  isUsed: boolean;
}

export interface WriteAttempt {
  /** Permissions that a replay requires again. */
  requiredPermissions: Permissions;
  /** Ids from which the API reads the response; undefined before the write. */
  written?: object;
  isSecret?: boolean;
  /** The records that the first attempt wrote. A retry only builds the response again. */
  replayed?: object;
  /** Whether the statement that stores the response may also read the record. */
  defersRead?: boolean;
  /** An error that was found only after the command had run. */
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
