import { ActionError } from '../errors/action-error.ts';

export const permissionAreaDescriptions = {
  clients: 'clients and their contacts',
  projects: 'projects, deliverables and their assignees',
  time: 'time that was worked',
  expenses: 'expenses and vendors',
  invoices: 'invoices with lines, taxes, history and e-mails, and payments',
  sales: 'opportunities, forms and their submissions',
  calendar: 'calendar events',
  files: 'files that are attached to records',
  settings:
    'the workspace itself, templates, tax rules, stages, types of projects and custom fields',
  people: 'users',
  keys: 'API keys',
  tickets: 'support tickets and their comments',
  webhooks: 'webhook endpoints and their deliveries',
} as const;

export type PermissionArea = keyof typeof permissionAreaDescriptions;
export const permissionAreas = Object.keys(permissionAreaDescriptions) as readonly PermissionArea[];

export type AreaScope = `${PermissionArea}:${'read' | 'write'}`;
/** Opens MCP for the writes that the other scopes allow. It has no bit: no other API requires it. */
export const mcpWriteScope = 'mcp:write';

export type Scope = 'read' | 'write' | AreaScope | typeof mcpWriteScope;

/** One bit per area and action, and bits 24 to 27 below. Stored responses contain them, so a bit never changes its meaning. */
export type Permissions = number;

/** See `platform/access-policies/row-filters.ts`. */
export const restrictedAccessKinds = ['member', 'contact'] as const;

export type RestrictedAccessKind = (typeof restrictedAccessKinds)[number];

/** Without the bit of their kind, callers are restricted by row filters. API keys have both bits. */
export const unrestrictedPermissions: Readonly<Record<RestrictedAccessKind, Permissions>> = {
  member: 1 << 24,
  contact: 1 << 25,
};

/** The bit for managing owners. Scopes and roles do not contain it. */
export const ownerManagementPermission: Permissions = 1 << 27;

const wholly = unrestrictedPermissions.member | unrestrictedPermissions.contact;

const areaScopes: readonly AreaScope[] = permissionAreas.flatMap((area) => [
  `${area}:read` as const,
  `${area}:write` as const,
]);
const bits = new Map<string, Permissions>(
  areaScopes.map((scope, index) => [scope, 1 << (index < 24 ? index : index + 4)]),
);

export function requiredPermissions(...scopes: readonly AreaScope[]): Permissions {
  return scopes.reduce((rights, scope) => rights | (bits.get(scope) ?? 0), 0);
}

export const readPermissions = (of: readonly PermissionArea[]): Permissions =>
  requiredPermissions(...of.map((area) => `${area}:read` as const));

/** The scopes `read` and `write` exclude these areas. */
const neverByRead: readonly PermissionArea[] = ['keys'];
const neverByWrite: readonly PermissionArea[] = ['settings', 'people', 'keys'];

const everyRead = readPermissions(permissionAreas);
const everyWrite = requiredPermissions(...permissionAreas.map((area) => `${area}:write` as const));
const shorthands: ReadonlyMap<string, Permissions> = new Map([
  ['read', everyRead & ~readPermissions(neverByRead)],
  [
    'write',
    everyWrite & ~requiredPermissions(...neverByWrite.map((area) => `${area}:write` as const)),
  ],
]);

export const allScopes: readonly Scope[] = ['read', 'write', ...areaScopes, mcpWriteScope];

export function describeScope(scope: Scope): string {
  if (scope === 'read') return 'Read everything but keys';
  if (scope === 'write') return 'Write everything but settings, people and keys';
  if (scope === mcpWriteScope) return 'Write over MCP what the other scopes allow to write';
  const [area, doing] = scope.split(':') as [PermissionArea, 'read' | 'write'];
  return `${doing === 'read' ? 'Read' : 'Make, change and remove'} ${permissionAreaDescriptions[area]}`;
}

/** Scopes of the first key and of the administration. */
export const fullAccessScopes: readonly Scope[] = [
  ...(['read', 'write'] as const),
  ...(['settings:write', 'people:write', 'keys:read', 'keys:write'] as const),
];

const permissionsByScopes = new WeakMap<readonly string[], Permissions>();

export function grantedPermissions(granted: readonly string[]): Permissions {
  const cached = permissionsByScopes.get(granted);
  if (cached !== undefined) return cached;
  const rights = granted.reduce(
    (sum, scope) => sum | (shorthands.get(scope) ?? bits.get(scope) ?? 0),
    wholly,
  );
  permissionsByScopes.set(granted, rights);
  return rights;
}

export const hasAnyPermission = (granted: Permissions, doing: 'read' | 'write'): boolean =>
  (granted & (doing === 'read' ? everyRead : everyWrite)) !== 0;

export function findMissingScopes(granted: Permissions, needed: Permissions): AreaScope[] {
  const missing = needed & ~granted;
  return missing === 0
    ? []
    : areaScopes.filter((scope) => (missing & requiredPermissions(scope)) !== 0);
}

export function intersectScopes(granted: readonly string[], rights: Permissions): Scope[] {
  const scopes = granted.flatMap((scope): Scope[] => {
    if (scope === mcpWriteScope) return [mcpWriteScope];
    const permissions = grantedPermissions([scope]);
    return (permissions & ~rights) === 0
      ? [scope as Scope]
      : findMissingScopes(0, permissions & rights);
  });
  return [...new Set(scopes)];
}

interface PermissionContext {
  actor: {
    scopes: readonly string[];
    person?: { role: string; app?: string } | undefined;
    contact?: object | undefined;
  };
  attempt?: { requiredPermissions: Permissions };
}

export function restrictedAccessKindOf({
  person,
  contact,
}: PermissionContext['actor']): RestrictedAccessKind | undefined {
  if (contact) return 'contact';
  return person?.role === 'MEMBER' ? 'member' : undefined;
}

export function callerPermissions({ actor }: PermissionContext): Permissions {
  const kind = restrictedAccessKindOf(actor);
  const rights = grantedPermissions(actor.scopes);
  return kind === undefined ? rights : rights & ~unrestrictedPermissions[kind];
}

/** Errors must not reveal data of areas that the caller cannot read. */
export const canRead = (context: PermissionContext, ...of: readonly PermissionArea[]): boolean =>
  (readPermissions(of) & ~callerPermissions(context)) === 0;

const conjunctionFormat = new Intl.ListFormat('en', { type: 'conjunction' });

export function missingScopeError(missing: readonly Scope[], whose = 'This key'): ActionError {
  const [only] = missing;
  if (missing.length === 1 && (only === 'read' || only === 'write')) {
    // Suggests one scope, to keep users from granting all.
    const message = `${whose} lacks the scope of this area: it cannot ${only} anything. The scope "clients:${only}", for example, allows it to ${only} clients.`;
    return new ActionError('missing_scope', message, { missingScopes: missing });
  }
  const names = conjunctionFormat.format(missing.map((scope) => `"${scope}"`));
  const noun = missing.length === 1 ? 'the scope' : 'the scopes';
  return new ActionError('missing_scope', `${whose} lacks ${noun} ${names}, which this needs.`, {
    missingScopes: missing,
  });
}

const notForRoleMessages: Readonly<Record<RestrictedAccessKind, string>> = {
  member:
    'Members work with their own time and expenses, and see no money of projects and clients.',
  contact: 'Contacts of clients can only see their own projects and invoices.',
};

export const notForRoleError = (kind: RestrictedAccessKind): ActionError =>
  new ActionError('not_for_role', notForRoleMessages[kind]);

export function permissionErrorFor(
  granted: Permissions,
  needed: Permissions,
): ActionError | undefined {
  if ((needed & ~granted) === 0) return undefined;
  const missing = findMissingScopes(granted, needed);
  if (missing.length > 0) return missingScopeError(missing);
  return notForRoleError(
    (needed & ~granted & unrestrictedPermissions.member) !== 0 ? 'member' : 'contact',
  );
}

/** @throws ActionError missing_scope, not_for_role */
export function requirePermissions(granted: Permissions, needed: Permissions): void {
  const error = permissionErrorFor(granted, needed);
  if (error) throw error;
}

/** @throws ActionError missing_scope */
export function requireScopes(context: PermissionContext, ...needed: readonly AreaScope[]): void {
  requireCallerPermissions(context, requiredPermissions(...needed));
}

/**
 * Records the permissions, because a replay requires the same.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireCallerPermissions(context: PermissionContext, needed: Permissions): void {
  if (context.attempt) context.attempt.requiredPermissions |= needed;
  requirePermissions(callerPermissions(context), needed);
}

/**
 * Protects results that row filters cannot restrict.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireUnrestrictedAccess(
  context: PermissionContext,
  ...of: readonly PermissionArea[]
): void {
  requireCallerPermissions(context, readPermissions(of) | wholly);
}

/** Names the role instead of the key, if the caller is a person. */
export function errorForCaller<E>({ actor }: PermissionContext, error: E): E | ActionError {
  if (!(actor.person || actor.contact) || !(error instanceof ActionError)) return error;
  const { missingScopes } = error.details;
  if (missingScopes === undefined) return error;
  const whose = actor.contact
    ? 'The access of a client’s contact'
    : actor.person?.app === undefined
      ? 'Your role'
      : 'The access that you gave this app';
  return missingScopeError(missingScopes as readonly Scope[], whose);
}
