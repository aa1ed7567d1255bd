import type { AreaScope, Permissions, Scope } from './permissions.ts';
import { callerPermissions, fullAccessScopes } from './permissions.ts';

/** From most to fewest permissions. */
export const userRoles = ['OWNER', 'ADMIN', 'MANAGER', 'MEMBER', 'ACCOUNTANT', 'VIEWER'] as const;

export type UserRole = (typeof userRoles)[number];

/** Row filters restrict a member further. */
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

export const contactScopes: readonly AreaScope[] = [
  ...(['clients:read', 'projects:read', 'projects:write', 'time:read', 'invoices:read'] as const),
  'tickets:read',
];

export const roleDescriptions: Readonly<Record<UserRole, string>> = {
  OWNER: 'owns the workspace',
  ADMIN: 'has the permissions of an owner, except for managing owners',
  MANAGER: 'reads all areas except keys, and writes all except settings, people and keys',
  MEMBER:
    'works with its own time and expenses on the projects it is assigned to, and sees no money',
  ACCOUNTANT: 'manages invoices, payments and expenses, and reads clients',
  VIEWER: 'reads the same records as a manager',
};

export const permissionsOfRole = (role: UserRole): Permissions =>
  callerPermissions({ actor: { scopes: roleScopes[role], person: { role } } });
