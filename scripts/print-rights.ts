/** Writes the tables of docs/rights.md from the declarations: `npm run rights`. A test fails if they are stale. */
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
  roleScopes,
  userRoles,
} from '../src/platform/permissions/roles.ts';
import { routePathOf } from '../src/rest/core/route-paths.ts';
import { routes } from '../src/rest/index.ts';
import { isRecordType } from '../src/schema/core/declared-fields.ts';
import { areasOfType, permissionsForField } from '../src/schema/core/required-permissions.ts';
import { isReadableByWriters } from '../src/schema/core/writer-readable-types.ts';
import { schema } from '../src/schema/index.ts';
import { code, table } from './markdown.ts';

const file = join(packageRoot, 'docs', 'rights.md');
const marks = ['<!-- printed: begin -->', '<!-- printed: end -->'] as const;

const types = () =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  );

function areaTable(): string {
  const rows = permissionAreas.map((area) => {
    const own = types().filter((type) => isRecordType(type) && areasOfType(type)?.includes(area));
    return [
      `\`${area}\``,
      permissionAreaDescriptions[area],
      code(own.map(({ name }) => name).sort()),
    ];
  });
  return table(['Area', 'Content', 'Types of records'], rows);
}

const may = (role: UserRole, needed: Permissions) => (needed & ~permissionsOfRole(role)) === 0;

/** The roles that have all needed permissions. */
const rolesWith = (needed: Permissions) => userRoles.filter((role) => may(role, needed));

const inRoles = (roles: readonly UserRole[]) =>
  roles.length === userRoles.length ? 'all' : roles.join(', ') || 'none';

function roleTable(): string {
  const rows = userRoles.map((role) => [
    `\`${role}\``,
    roleDescriptions[role],
    code(roleScopes[role]),
  ]);
  return table(['Role', 'Person', 'Scopes'], rows);
}

function sightTable(kind: RestrictedAccessKind): string {
  const rows = describeAccessPolicies(kind).map(({ model, rows: seen, hidden }) => [
    `\`${model}\``,
    seen,
    code(hidden),
  ]);
  return table(['Type', 'Visible records', 'Fields that are null'], rows);
}

/** What each value of a project's `portalAccess` grants its client's contacts. */
function portalTable(): string {
  const fields = (kinds: readonly string[]) => code(kinds);
  const overview = ['name', 'startDate', 'dueDate', 'active', 'hexColor', 'portalAccess'];
  const whole = [...overview, 'description', 'deliverables'];
  return table(
    [
      '`portalAccess`',
      'Fields of the project',
      'With `showTimeWorkedInPortal`',
      'Approves deliverables',
    ],
    [
      ['`FULL`', fields(whole), '`timeEntries`, without notes and users', 'yes'],
      ['`READ_ONLY`', fields(whole), '`timeEntries`, without notes and users', 'no'],
      ['`OVERVIEW`', fields(overview), '–', 'no'],
      ['`NONE`', '–', '–', 'no'],
    ],
  );
}

function actionTable(): string {
  const rows = routes.map((route) => [
    `${route.method} \`${routePathOf(route)}\``,
    code(route.scopes),
    code(route.shownWith),
    inRoles(rolesWith(requiredPermissions(...route.scopes))),
  ]);
  return table(['Operation', 'Needs', 'Null without', 'Roles'], rows);
}

function fieldTable(): string {
  const isRoot = (type: GraphQLObjectType) =>
    [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);
  const rows = types().flatMap((type) => {
    if (isReadableByWriters(type)) return [];
    const own = isRoot(type) ? 0 : readPermissions(areasOfType(type) ?? []);
    const usual = inRoles(rolesWith(own));
    const byNeed = new Map<string, { need: string; roles: string; names: string[] }>();
    for (const field of Object.values(type.getFields())) {
      const rights = permissionsForField(type, field);
      const needed: AreaScope[] = findMissingScopes(own, rights);
      const [need, roles] = [code(needed), inRoles(rolesWith(own | rights))];
      if (!isRoot(type) && needed.length === 0 && roles === usual) continue;
      const group = byNeed.get(`${need} ${roles}`) ?? { need, roles, names: [] };
      byNeed.set(`${need} ${roles}`, group);
      group.names.push(field.name);
    }
    const groups = [...byNeed.values()];
    return groups.map(({ need, roles, names }) => [`\`${type.name}\``, code(names), need, roles]);
  });
  return table(['Type', 'Fields', 'Need', 'Roles'], rows);
}

/** The document with its own text, and the tables between the marks. */
export function printRights(text: string): string {
  const [before, rest = ''] = text.split(marks[0]);
  const after = rest.split(marks[1])[1] ?? '';
  const parts = [
    '## Areas',
    areaTable(),
    '## Roles',
    roleTable(),
    '## What a member sees',
    sightTable('member'),
    '## What a contact of a client sees',
    'In GraphQL, signed in with a link or code by e-mail ([sign-in](decisions/0015-sign-in.md)). A contact sees nothing else: no notes, costs or rates, no drafts, no other contacts, no history.',
    sightTable('contact'),
    portalTable(),
    '## REST',
    actionTable(),
    '## GraphQL',
    'Root fields, and fields that need another scope than their type, or that not all callers of the type see.',
    fieldTable(),
  ];
  return `${before}${marks[0]}\n\n${parts.join('\n\n')}\n\n${marks[1]}${after}`;
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(file, printRights(readFileSync(file, 'utf8')));
