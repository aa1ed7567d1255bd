import type { WebhookStateReason } from '../../generated/prisma/enums.ts';
import type { Permissions, Scope } from '../../platform/permissions/permissions.ts';
import {
  grantedPermissions,
  requiredPermissions,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import type { UserRole } from '../../platform/permissions/roles.ts';
import { permissionsOfRole } from '../../platform/permissions/roles.ts';
import { apiKeyState } from '../workspaces/authentication.ts';

export interface EndpointCreator {
  /** The key, or the last one that replaced it. */
  key: { scopes: Scope[]; revokedAt: string | null; expiresAt: string | null } | null;
  user: { active: boolean; role: UserRole } | null;
}

export type EndpointAccess =
  | { permissions: Permissions }
  | { lost: Extract<WebhookStateReason, 'KEY_REVOKED' | 'PERMISSION_LOST'> };

const asDate = (text: string | null) => (text === null ? null : new Date(text));

/** An endpoint reads with the scopes of its creation, limited to the current permissions of its creator. */
export function endpointAccessOf(
  { key, scopes, user }: EndpointCreator & { scopes: readonly string[] },
  now: Date,
): EndpointAccess {
  let permissions = grantedPermissions(scopes);
  if (key) {
    const times = { revokedAt: asDate(key.revokedAt), expiresAt: asDate(key.expiresAt) };
    if (apiKeyState(times, now) !== 'active') return { lost: 'KEY_REVOKED' };
    permissions &= grantedPermissions(key.scopes);
  }
  if (user) {
    const rolePermissions = permissionsOfRole(user.role);
    const needed =
      unrestrictedPermissions.member | (key ? 0 : requiredPermissions('webhooks:write'));
    if (!user.active || (needed & ~rolePermissions) !== 0) return { lost: 'PERMISSION_LOST' };
    permissions &= rolePermissions;
  }
  return { permissions };
}
