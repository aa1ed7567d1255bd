import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import { contactScopes } from '../../platform/permissions/roles.ts';

/** What says whether, as whom and of which client a contact may enter the portal. */
export type PortalAccessFields = Pick<Contact, 'portalAccess' | 'email' | 'clientId' | 'archived'>;

const usualCase = (address: string | null) => address?.toLowerCase() ?? null;

/** Whether a change lets somebody in who was not let in before, or into more. */
function letsIn(after: PortalAccessFields, before: PortalAccessFields | null): boolean {
  if (!after.portalAccess || after.archived) return false;
  if (!before?.portalAccess || before.archived) return true;
  const isSomebodyElse = usualCase(after.email) !== usualCase(before.email);
  const isOfAnother = after.clientId !== before.clientId;
  return (after.email !== null && isSomebodyElse) || (after.clientId !== null && isOfAnother);
}

/**
 * That who acts may let a contact into the portal, where what it becomes does so: whoever reads its mails sees the client's
 * projects and invoices from then on, so that nobody gives what they have not themselves (decision 53). Also of a contact that
 * has no client or address yet: who gives it these later might not know.
 * @throws ActionError missing_scope
 */
export function requirePortalGrantPermission(
  context: Context,
  after: PortalAccessFields,
  before: PortalAccessFields | null = null,
): void {
  if (letsIn(after, before)) requireScopes(context, ...contactScopes);
}
