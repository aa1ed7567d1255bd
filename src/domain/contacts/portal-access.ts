import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import { contactScopes } from '../../platform/permissions/roles.ts';

export type PortalAccessFields = Pick<Contact, 'portalAccess' | 'email' | 'clientId' | 'archived'>;

const lowerCase = (address: string | null) => address?.toLowerCase() ?? null;

/** Whether a change grants access to a person or to a client's data. */
function grantsAccess(after: PortalAccessFields, before: PortalAccessFields | null): boolean {
  if (!after.portalAccess || after.archived) return false;
  if (!before?.portalAccess || before.archived) return true;
  const isOtherAddress = lowerCase(after.email) !== lowerCase(before.email);
  const isOtherClient = after.clientId !== before.clientId;
  return (after.email !== null && isOtherAddress) || (after.clientId !== null && isOtherClient);
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
  if (grantsAccess(after, before)) requireScopes(context, ...contactScopes);
}
