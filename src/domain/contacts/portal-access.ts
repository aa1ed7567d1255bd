import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import { contactScopes } from '../../platform/permissions/roles.ts';

export type PortalAccessFields = Pick<Contact, 'portalAccess' | 'email' | 'clientId' | 'archived'>;

const usualCase = (address: string | null) => address?.toLowerCase() ?? null;

/** Whether a change grants access to a person or to a client's data. */
function letsIn(after: PortalAccessFields, before: PortalAccessFields | null): boolean {
  if (!after.portalAccess || after.archived) return false;
  if (!before?.portalAccess || before.archived) return true;
  const isSomebodyElse = usualCase(after.email) !== usualCase(before.email);
  const isOfAnother = after.clientId !== before.clientId;
  return (after.email !== null && isSomebodyElse) || (after.clientId !== null && isOfAnother);
}

/**
 * Granting portal access needs the permissions of the portal, because the recipient of the contact's mails gets them. A
 * missing client or address does not matter: it can be added later.
 * @throws ActionError missing_scope
 */
export function requirePortalGrantPermission(
  context: Context,
  after: PortalAccessFields,
  before: PortalAccessFields | null = null,
): void {
  if (letsIn(after, before)) requireScopes(context, ...contactScopes);
}
