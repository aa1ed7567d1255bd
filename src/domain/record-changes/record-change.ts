import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { readPermissionsForModels } from '../../platform/ids/permission-areas.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { ChangedType, ChangeKind } from './followed-record-types.ts';

/** The record entered the list, changed within it, or left it. */
export type ListChange = 'ENTERED' | 'CHANGED' | 'LEFT';

export interface RecordChange {
  type: ChangedType;
  id: string;
  kind: ChangeKind;
  /** The deleted record, if the audit log contains it. */
  deleted: object | null;
  /** The position to continue from after this change. Null until it is delivered. */
  place: string | null;
  /** The range of log positions that the change combines. */
  logRange: { after: number; upTo: number };
  /** Undefined if the subscription follows no list of this type. */
  list?: ListChange;
  /** This change and the next known ones of the same type. */
  withNextOfType(limit: number): RecordChange[];
}

/** Whether the caller may receive the change. Errors always pass. */
export const canReceiveChange = (
  context: Pick<Context, 'actor'>,
  change: RecordChange | ActionError,
): boolean =>
  change instanceof ActionError ||
  (readPermissionsForModels([change.type]) & ~callerPermissions(context)) === 0;

export function changesMissedError(): ActionError {
  return new ActionError(
    'changes_missed',
    'Some changes were lost. Read the displayed records again. Further changes are sent as before.',
  );
}
