import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { ActionError } from '../errors/action-error.ts';
import type { ErrorCode } from '../errors/error-catalogue.ts';
import type { PermissionArea } from '../permissions/permissions.ts';
import { canRead } from '../permissions/permissions.ts';
import { constraintViolationOf } from './constraint-errors.ts';

const revealingCodes: ReadonlySet<ErrorCode> = new Set([
  'name_taken',
  'number_taken',
  'id_taken',
  'external_id_taken',
]);

/** Triggers reject writes for erased clients. */
const erasedClientConstraint = /Client_erased_rejects_new_records|client \w+ is erased/;

/**
 * Foreign keys that fail if a merge or erasure deletes a record concurrently, or if a project moves to
 * another client.
 */
const deletedRecordConstraint = /_accountId_(client|contact)Id(_projectId)?_fkey/;

export const refersToDeleted = (error: unknown): boolean =>
  !(error instanceof ActionError) &&
  deletedRecordConstraint.test(constraintViolationOf(error)?.constraint ?? '');

export function redactError<E>(
  context: Pick<WorkspaceAccess, 'actor'>,
  areas: readonly PermissionArea[],
  error: E,
): E | ActionError {
  if (refersToDeleted(error)) {
    const message =
      'The client or contact was merged or erased meanwhile: nothing was written. Send it again.';
    return new ActionError('conflicting_state', message, { cause: error });
  }
  if (erasedClientConstraint.test(constraintViolationOf(error)?.constraint ?? '')) {
    const message = 'The client is erased: nothing new is written for it.';
    return new ActionError('conflicting_state', message, { cause: error });
  }
  if (!(error instanceof ActionError) || !revealingCodes.has(error.code)) return error;
  if (canRead(context, ...areas)) return error;
  const scopes = areas.map((area) => `"${area}:read"`).join(' and ');
  const message = `Existing data does not allow it. An API key with ${scopes} gets the details.`;
  return new ActionError('conflicting_state', message, { cause: error });
}
