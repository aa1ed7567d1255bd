import { canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import {
  callerPermissions,
  fullAccessScopes,
  grantedPermissions,
  requirePermissions,
} from '../../platform/permissions/permissions.ts';

/**
 * For actions that cannot be undone.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireOwner(context: Context, permittedAction: string): void {
  requirePermissions(callerPermissions(context), grantedPermissions(fullAccessScopes));
  if (canManageOwners(context.actor)) return;
  throw new ActionError('not_for_role', `Only an owner ${permittedAction}.`);
}
