import type { Scope } from './rights.ts';
import { everything } from './rights.ts';

/** What a user can be in its workspace; who may do more stands earlier. */
export const userRoles = ['OWNER', 'ADMIN', 'MANAGER', 'MEMBER', 'ACCOUNTANT', 'VIEWER'] as const;

export type UserRole = (typeof userRoles)[number];

/** The scopes of each role. A member has them for its own records only, and for the projects it is assigned to. */
export const roleScopes: Readonly<Record<UserRole, readonly Scope[]>> = {
  OWNER: everything,
  ADMIN: everything,
  MANAGER: ['read', 'write'],
  MEMBER: [
    ...(['clients:read', 'projects:read', 'time:read', 'time:write'] as const),
    ...(['expenses:read', 'expenses:write'] as const),
  ],
  ACCOUNTANT: [
    ...(['clients:read', 'expenses:read', 'expenses:write'] as const),
    ...(['invoices:read', 'invoices:write'] as const),
  ],
  VIEWER: ['read'],
};
