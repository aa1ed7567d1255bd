import type { Context } from '../kernel/context.ts';
import { mayTouchOwners } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import { everything, requireRights, rightsIn, rightsOf } from '../kernel/rights.ts';

/**
 * That who acts may do everything in the workspace, owners included: what cannot be undone is theirs alone.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireOwning(context: Context, what: string): void {
  requireRights(rightsIn(context), rightsOf(everything));
  if (mayTouchOwners(context.actor)) return;
  throw new ActionError('not_for_role', `Only an owner ${what}.`);
}
