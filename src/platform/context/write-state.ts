import type { ActionError } from '../errors/action-error.ts';
import type { NumericIdType, RecordType } from '../ids/record-ids.ts';
import type { Permissions } from '../permissions/permissions.ts';

export type VersionedType = RecordType | NumericIdType;

export interface ExpectedVersion {
  type: VersionedType;
  /** Undefined if the input identifies the record otherwise. */
  id?: unknown;
  /** From `expectedVersion`. */
  version?: number | undefined;
  /** From `If-Match`; one of them must match. */
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
  /** A replay requires them again. */
  requiredPermissions: Permissions;
  /** Ids from which the API reads the response; undefined before the write. */
  written?: object;
  isSecret?: boolean;
  /** `written` of the first attempt. Only the response is built again. */
  replayed?: object;
  /** The statement that stores the response may also read it. */
  defersRead?: boolean;
  /** An error that is found only after the work. */
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
