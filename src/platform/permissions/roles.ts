import type { AreaScope, Permissions, Scope } from './permissions.ts';
import { callerPermissions, fullAccessScopes } from './permissions.ts';

/** What a user can be in its workspace; who may do more stands earlier. */
export const userRoles = ['OWNER', 'ADMIN', 'MANAGER', 'MEMBER', 'ACCOUNTANT', 'VIEWER'] as const;

export type UserRole = (typeof userRoles)[number];

/** The scopes of each role. A member has them for its own records only, and for the projects it is assigned to. */
export const roleScopes: Readonly<Record<UserRole, readonly Scope[]>> = {
  OWNER: fullAccessScopes,
  ADMIN: fullAccessScopes,
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

/** The scopes of a client's contact in the portal, for its own part of the workspace. */
export const contactScopes: readonly AreaScope[] = [
  ...(['clients:read', 'projects:read', 'projects:write', 'time:read', 'invoices:read'] as const),
];

/** What each role is, in words. */
export const roleDescriptions: Readonly<Record<UserRole, string>> = {
  OWNER: 'owns the workspace',
  ADMIN: 'has the permissions of an owner, except for managing owners',
  MANAGER: 'reads all areas except keys, and writes all except settings, people and keys',
  MEMBER:
    'works with its own time and expenses on the projects it is assigned to, and sees no money',
  ACCOUNTANT: 'manages invoices, payments and expenses, and reads clients',
  VIEWER: 'reads the same records as a manager',
};

/** What a user of a role may do. */
export const permissionsOfRole = (role: UserRole): Permissions =>
  callerPermissions({ actor: { scopes: roleScopes[role], person: { role } } });
