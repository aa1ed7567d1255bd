import { ActionError } from '../errors/action-error.ts';

/** What a key may do: areas of the workspace's records, each to read or to write (decision 29). Every record has one area. */

/** The areas, with what belongs to each. */
export const permissionAreaDescriptions = {
  clients: 'clients and their contacts',
  projects: 'projects, deliverables and their assignees',
  time: 'time that was worked',
  expenses: 'expenses and vendors',
  invoices: 'invoices with lines, taxes, history and e-mails, and payments',
  sales: 'opportunities, forms and their submissions',
  calendar: 'calendar events',
  files: 'files; there are none yet',
  settings:
    'the workspace itself, templates, tax rules, stages, types of projects and custom fields',
  people: 'users',
  keys: 'API keys',
} as const;

export type PermissionArea = keyof typeof permissionAreaDescriptions;
export const permissionAreas = Object.keys(permissionAreaDescriptions) as readonly PermissionArea[];

export type AreaScope = `${PermissionArea}:${'read' | 'write'}`;
export type Scope = 'read' | 'write' | AreaScope;

/**
 * The rights that scopes give, a bit for each area and what may be done with it: comparing two is one operation. Beside them
 * stands a bit for each kind of narrowing that does not apply, see {@link unrestrictedPermissions}.
 */
export type Permissions = number;

/** Who sees a part of what the scopes name only: which rows and columns, `platform/access-policies/row-filters.ts` says (decision 32). */
export const restrictedAccessKinds = ['member', 'contact'] as const;

export type RestrictedAccessKind = (typeof restrictedAccessKinds)[number];

/** The right to see what each kind of narrowing hides, within the areas that may be read. Keys always have all of them. */
export const unrestrictedPermissions: Readonly<Record<RestrictedAccessKind, Permissions>> = {
  member: 1 << 24,
  contact: 1 << 25,
};

const wholly = unrestrictedPermissions.member | unrestrictedPermissions.contact;

const areaScopes: readonly AreaScope[] = permissionAreas.flatMap((area) => [
  `${area}:read` as const,
  `${area}:write` as const,
]);
const bits = new Map<string, Permissions>(areaScopes.map((scope, index) => [scope, 1 << index]));

/** The rights to do all of these. */
export function requiredPermissions(...scopes: readonly AreaScope[]): Permissions {
  return scopes.reduce((rights, scope) => rights | (bits.get(scope) ?? 0), 0);
}

/** The rights to read records of these areas. */
export const readPermissions = (of: readonly PermissionArea[]): Permissions =>
  requiredPermissions(...of.map((area) => `${area}:read` as const));

/** What `read` does not give, and `write` neither. */
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

/** Every scope that a key can have: the shorthands, then area by area. */
export const allScopes: readonly Scope[] = ['read', 'write', ...areaScopes];

/** What a scope lets a key do, in words. */
export function describeScope(scope: Scope): string {
  if (scope === 'read') return 'Read everything but keys';
  if (scope === 'write') return 'Write everything but settings, people and keys';
  const [area, doing] = scope.split(':') as [PermissionArea, 'read' | 'write'];
  return `${doing === 'read' ? 'Read' : 'Make, change and remove'} ${permissionAreaDescriptions[area]}`;
}

/** Scopes that together give every right: those of a workspace's first key, and of its administration. */
export const fullAccessScopes: readonly Scope[] = [
  ...(['read', 'write'] as const),
  ...(['settings:write', 'people:write', 'keys:read', 'keys:write'] as const),
];

const permissionsByScopes = new WeakMap<readonly string[], Permissions>();

/** The rights that scopes give in the whole workspace; words that are no scopes give none. */
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

/** Whether rights allow anything to be read, or to be written, at all. */
export const hasAnyPermission = (granted: Permissions, doing: 'read' | 'write'): boolean =>
  (granted & (doing === 'read' ? everyRead : everyWrite)) !== 0;

/** The scopes that rights lack of those that are needed. */
export function findMissingScopes(granted: Permissions, needed: Permissions): AreaScope[] {
  const missing = needed & ~granted;
  return missing === 0
    ? []
    : areaScopes.filter((scope) => (missing & requiredPermissions(scope)) !== 0);
}

/** Of scopes, what rights cover: those that lie within them, and of a shorthand that reaches further the scopes that do not. */
export function intersectScopes(granted: readonly string[], rights: Permissions): Scope[] {
  const scopes = granted.flatMap((scope) => {
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
    person?: { role: string } | undefined;
    contact?: object | undefined;
  };
  /** What is noted of a write that is done once. */
  attempt?: { requiredPermissions: Permissions };
}

/** How narrowly who acts sees the workspace; undefined where all that the scopes name is seen. */
export function restrictedAccessKindOf({
  person,
  contact,
}: PermissionContext['actor']): RestrictedAccessKind | undefined {
  if (contact) return 'contact';
  return person?.role === 'MEMBER' ? 'member' : undefined;
}

/** What who acts may do. */
export function callerPermissions({ actor }: PermissionContext): Permissions {
  const kind = restrictedAccessKindOf(actor);
  const rights = grantedPermissions(actor.scopes);
  return kind === undefined ? rights : rights & ~unrestrictedPermissions[kind];
}

/** Whether who acts may be told what is stored in an area: otherwise errors say nothing of it either. */
export const canRead = (context: PermissionContext, ...of: readonly PermissionArea[]): boolean =>
  (readPermissions(of) & ~callerPermissions(context)) === 0;

const conjunctionFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** The error of a key, or a role, that lacks scopes. */
export function missingScopeError(missing: readonly Scope[], whose = 'This key'): ActionError {
  const [only] = missing;
  if (missing.length === 1 && (only === 'read' || only === 'write')) {
    // Nobody shall be given everything who needs one area.
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

/** The error of a person whose role, or of a contact whose access, does not go as far as the scopes do. */
export const notForRoleError = (kind: RestrictedAccessKind): ActionError =>
  new ActionError('not_for_role', notForRoleMessages[kind]);

/** Why rights do not do, naming what is missing; undefined where they have all that is needed. */
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

/** @throws ActionError missing_scope, not_for_role where rights do not have all that is needed */
export function requirePermissions(granted: Permissions, needed: Permissions): void {
  const error = permissionErrorFor(granted, needed);
  if (error) throw error;
}

/** @throws ActionError missing_scope where who acts may not do all of these */
export function requireScopes(context: PermissionContext, ...needed: readonly AreaScope[]): void {
  requireCallerPermissions(context, requiredPermissions(...needed));
}

/**
 * That who acts has these rights: what is done by them is answered again only to who has them still.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireCallerPermissions(context: PermissionContext, needed: Permissions): void {
  if (context.attempt) context.attempt.requiredPermissions |= needed;
  requirePermissions(callerPermissions(context), needed);
}

/**
 * That who acts may read these areas, and sees all of the workspace in them: of what is read by SQL that nothing narrows, or means
 * nothing in parts.
 * @throws ActionError missing_scope, not_for_role
 */
export function requireUnrestrictedAccess(
  context: PermissionContext,
  ...of: readonly PermissionArea[]
): void {
  requireCallerPermissions(context, readPermissions(of) | wholly);
}

/** An error as who acts is told of it: what a person lacks, its role lacks; what a contact lacks, contacts do. */
export function errorForCaller<E>({ actor }: PermissionContext, error: E): E | ActionError {
  if (!(actor.person || actor.contact) || !(error instanceof ActionError)) return error;
  const { missingScopes } = error.details;
  if (missingScopes === undefined) return error;
  const whose = actor.person ? 'Your role' : 'The access of a client’s contact';
  return missingScopeError(missingScopes as readonly Scope[], whose);
}
