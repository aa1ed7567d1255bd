import type { Context } from '../../platform/context/context.ts';
import { mayTouchOwners } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { everything, requireRights, rightsIn, rightsOf } from '../../platform/permissions/permissions.ts';

/**
 * That who acts may do everything in the workspace, owners included: what cannot be undone is theirs alone.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireOwning(context: Context, what: string): void {
  requireRights(rightsIn(context), rightsOf(everything));
  if (mayTouchOwners(context.actor)) return;
  throw new ActionError('not_for_role', `Only an owner ${what}.`);
}
