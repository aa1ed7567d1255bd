/** Writes the lists of docs/permissions.md from the declarations: `npm run permissions`. A test fails if they are stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLObjectType } from 'graphql';
import { isObjectType } from 'graphql';
import { packageRoot } from '../src/config/package-root.ts';
import { describeAccessPolicies } from '../src/platform/access-policies/row-filters.ts';
import type {
  AreaScope,
  Permissions,
  RestrictedAccessKind,
} from '../src/platform/permissions/permissions.ts';
import {
  findMissingScopes,
  permissionAreaDescriptions,
  permissionAreas,
  readPermissions,
  requiredPermissions,
} from '../src/platform/permissions/permissions.ts';
import type { UserRole } from '../src/platform/permissions/roles.ts';
import {
  permissionsOfRole,
  roleDescriptions,
  userRoles,
} from '../src/platform/permissions/roles.ts';
import { routePathOf } from '../src/rest/core/route-paths.ts';
import { routes } from '../src/rest/index.ts';
import { isRecordType } from '../src/schema/core/declared-fields.ts';
import { areasOfType, permissionsForField } from '../src/schema/core/required-permissions.ts';
import { isReadableByWriters } from '../src/schema/core/writer-readable-types.ts';
import { schema } from '../src/schema/index.ts';
import { code, table } from './markdown.ts';

const file = join(packageRoot, 'docs', 'permissions.md');
const marks = ['<!-- printed: begin -->', '<!-- printed: end -->'] as const;

const types = () =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  );

const may = (role: UserRole, needed: Permissions) => (needed & ~permissionsOfRole(role)) === 0;

const rolesWith = (needed: Permissions) => userRoles.filter((role) => may(role, needed));

/** A REST operation or GraphQL fields, with the scopes that a caller needs and the roles that have them. */
export interface RequiredAccess {
  scopes: readonly AreaScope[];
  roles: readonly UserRole[];
}

export interface RestAccess extends RequiredAccess {
  /** Method and path. */
  operation: string;
  /** Scopes without which fields of the response are null. */
  nullWithout: readonly AreaScope[];
}

export const restAccess = (): RestAccess[] =>
  routes.map((route) => ({
    operation: `${route.method} ${routePathOf(route)}`,
    scopes: route.scopes as readonly AreaScope[],
    nullWithout: route.optionalScopes as readonly AreaScope[],
    roles: rolesWith(requiredPermissions(...route.scopes)),
  }));

export interface FieldAccess extends RequiredAccess {
  type: string;
  fields: readonly string[];
}

const isRoot = (type: GraphQLObjectType) =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);

/** The root fields, and the fields of records that need another scope than their type or that fewer roles see. */
export const fieldAccess = (): FieldAccess[] =>
  types().flatMap((type) => {
    if (isReadableByWriters(type)) return [];
    const own = isRoot(type) ? 0 : readPermissions(areasOfType(type) ?? []);
    const typeRoles = rolesWith(own).join();
    const groups = new Map<string, FieldAccess & { fields: string[] }>();
    for (const field of Object.values(type.getFields())) {
      const permissions = permissionsForField(type, field);
      const scopes: AreaScope[] = findMissingScopes(own, permissions);
      const roles = rolesWith(own | permissions);
      if (!isRoot(type) && scopes.length === 0 && roles.join() === typeRoles) continue;
      const key = `${scopes} ${roles}`;
      const group = groups.get(key) ?? { type: type.name, scopes, roles, fields: [] };
      groups.set(key, group);
      group.fields.push(field.name);
    }
    return [...groups.values()];
  });

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

/** The roles of an entry in one bracket, with the longest lists shortened. */
function rolesText({ roles }: RequiredAccess): string {
  if (roles.length === userRoles.length) return 'all roles';
  const missing = userRoles.filter((role) => !roles.includes(role));
  if (missing.length <= 2) return `all but ${missing.join(', ')}`;
  return roles.join(', ') || 'no role';
}

/** "**`clients:write`** (OWNER, ADMIN, MANAGER): `createClient`" */
const accessText = (access: RequiredAccess, names: readonly string[], type = '') =>
  `**${type}${access.scopes.length > 0 ? code(access.scopes) : 'no further scope'}** (${rolesText(access)}): ${code(names)}`;

function areaList(): string {
  return list(
    permissionAreas.map((area) => {
      const own = types().filter((type) => isRecordType(type) && areasOfType(type)?.includes(area));
      const names = own.map(({ name }) => name).sort();
      const suffix = names.length > 0 ? `: ${code(names)}` : '';
      return `**\`${area}\`** – ${permissionAreaDescriptions[area]}${suffix}`;
    }),
  );
}

function roleTable(): string {
  const rows = permissionAreas.map((area) => [
    `\`${area}\``,
    ...userRoles.map((role) => {
      const kinds = (['read', 'write'] as const).filter((kind) =>
        may(role, requiredPermissions(`${area}:${kind}` as AreaScope)),
      );
      return kinds.join(', ') || '–';
    }),
  ]);
  return table(['Area', ...userRoles], rows);
}

const roleList = () => list(userRoles.map((role) => `**${role}** ${roleDescriptions[role]}.`));

const policyList = (kind: RestrictedAccessKind) =>
  list(
    describeAccessPolicies(kind).map(({ model, rows, hidden }) => {
      const nulls = hidden.length > 0 ? `. Null: ${code(hidden)}` : '';
      return `**\`${model}\`** – ${rows}${nulls}`;
    }),
  );

/** What each value of a project's `portalAccess` grants its client's contacts. */
function portalTable(): string {
  const overview = ['name', 'startDate', 'dueDate', 'active', 'hexColor', 'portalAccess'];
  const whole = [...overview, 'description', 'deliverables'];
  const times = '`timeEntries`, without notes and users';
  return table(
    ['`portalAccess`', 'Fields of the project', 'With `showTimeWorkedInPortal`', 'Approvals'],
    [
      ['`FULL`', code(whole), times, 'yes'],
      ['`READ_ONLY`', code(whole), times, 'no'],
      ['`OVERVIEW`', code(overview), '–', 'no'],
      ['`NONE`', '–', '–', 'no'],
    ],
  );
}

/** In the order of the areas of their first scopes, those without a scope first. */
const sorted = <T extends RequiredAccess>(entries: readonly T[]): T[] => {
  const indexOf = ({ scopes: [scope] }: RequiredAccess) =>
    scope === undefined ? -1 : permissionAreas.findIndex((area) => scope.startsWith(area));
  return entries.toSorted(
    (a, b) =>
      indexOf(a) - indexOf(b) ||
      a.scopes.length - b.scopes.length ||
      String(a.scopes).localeCompare(String(b.scopes)),
  );
};

/** Entries with the same key as one, in the order of the first of each. */
function grouped<T>(entries: readonly T[], keyOf: (entry: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const entry of entries)
    groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return [...groups.values()];
}

const shortened = (operation: string) => operation.replace('/public/action/', '');

function restList(): string {
  return list(
    grouped(sorted(restAccess()), ({ scopes }) => String(scopes)).map((group) =>
      accessText(
        group[0] as RestAccess,
        group.map(({ operation }) => shortened(operation)),
      ),
    ),
  );
}

function nullList(): string {
  const entries = restAccess().flatMap(({ operation, nullWithout }) =>
    nullWithout.map((scope) => ({ operation, scope })),
  );
  return list(
    grouped(entries, ({ scope }) => scope).map(
      (group) =>
        `**\`${group[0]?.scope}\`**: ${code(group.map((entry) => shortened(entry.operation)))}`,
    ),
  );
}

function rootFieldList(type: string): string {
  const own = fieldAccess().filter((access) => access.type === type);
  return list(sorted(own).map((access) => accessText(access, access.fields)));
}

function recordFieldList(): string {
  const roots = ['Query', 'Mutation', 'Subscription'];
  const own = fieldAccess().filter(({ type }) => !roots.includes(type));
  return list(own.map((access) => accessText(access, access.fields, `\`${access.type}\` `)));
}

/** The document with its own text, and the lists between the marks. */
export function printPermissions(text: string): string {
  const [before, rest = ''] = text.split(marks[0]);
  const after = rest.split(marks[1])[1] ?? '';
  const parts = [
    '## Roles',
    roleTable(),
    roleList(),
    '## Areas',
    areaList(),
    '## What a member sees',
    policyList('member'),
    '## What a contact of a client sees',
    'In GraphQL only. A contact sees nothing else: no notes, costs or rates, no drafts, no other contacts, no history.',
    policyList('contact'),
    portalTable(),
    '## REST operations by scope',
    'Paths without `/public/action/`.',
    restList(),
    'Fields of the response are null without these scopes:',
    nullList(),
    '## GraphQL queries by scope',
    rootFieldList('Query'),
    '## GraphQL mutations by scope',
    rootFieldList('Mutation'),
    '## GraphQL subscriptions by scope',
    rootFieldList('Subscription'),
    '## GraphQL fields with other permissions than their type',
    recordFieldList(),
  ];
  return `${before}${marks[0]}\n\n${parts.join('\n\n')}\n\n${marks[1]}${after}`;
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(file, printPermissions(readFileSync(file, 'utf8')));
