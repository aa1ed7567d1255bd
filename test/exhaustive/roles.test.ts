import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isInputObjectType, isLeafType, isRequiredInputField } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RequiredAccess } from '../../scripts/print-permissions.ts';
import { fieldAccess, restAccess } from '../../scripts/print-permissions.ts';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { AreaScope, Permissions } from '../../src/platform/permissions/permissions.ts';
import {
  allScopes,
  findMissingScopes,
  grantedPermissions,
  readPermissions,
  requiredPermissions,
} from '../../src/platform/permissions/permissions.ts';
import { permissionsOfRole, userRoles } from '../../src/platform/permissions/roles.ts';
import { areasOfType, permissionsForField } from '../../src/schema/core/required-permissions.ts';
import { schema } from '../../src/schema/index.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { fieldsOf, nodeTypes } from '../support/graphql.ts';
import { personDoors } from '../support/people.ts';
import { userIdOf } from '../support/record-rows.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { routePathOf, routes } from '../support/routes.ts';

/** Compares what every role and every scope can call and see with docs/permissions.md, for every operation and field. */

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 2, theirs: 1 });
const doors = personDoors(api);

const everyScope = allScopes.filter((scope): scope is AreaScope => scope.includes(':'));
const callers = [...userRoles, ...everyScope] as const;
type Caller = (typeof callers)[number];

const requested = new Map<Caller, TestWorkspace>();
const rightsBy = (caller: Caller): Permissions =>
  caller.includes(':')
    ? grantedPermissions([caller])
    : permissionsOfRole(caller as (typeof userRoles)[number]);

beforeAll(async () => {
  const { accountId, context } = api.ours;
  for (const role of userRoles)
    requested.set(role, doors({ role, userId: userIdOf(accountId, 0) }));
  for (const scope of everyScope) {
    const { key } = await createApiKey(context, { name: scope, scopes: [scope] });
    requested.set(scope, workspaceOf(api, context, key));
  }
});

/** Whether the printed access admits a caller: a role is listed, a key has all scopes. */
const lets = (caller: Caller, { scopes, roles }: RequiredAccess): boolean =>
  caller.includes(':')
    ? scopes.every((scope) => scope === caller)
    : roles.some((role) => role === caller);

/** Whether a caller may read, or write, anything at all. */
const hasAny = (caller: Caller, kind: 'read' | 'write'): boolean =>
  everyScope.some(
    (scope) => scope.endsWith(kind) && (rightsBy(caller) & requiredPermissions(scope)) !== 0,
  );

const followed = '/public/action/events/list';

const rejected = new Set(['missing_scope', 'not_for_role']);

describe.each(callers)('%s', (caller) => {
  const workspace = () => requested.get(caller) as TestWorkspace;

  test('is allowed the actions in the table, and no other', async () => {
    const rows = new Map(restAccess().map((access) => [access.operation, access]));
    expect(rows.size).toBe(routes.length);
    for (const route of routes) {
      const access = rows.get(`${route.method} ${routePathOf(route)}`) as RequiredAccess;
      const path = routePathOf(route)
        .replace('/public/action/', '')
        .replace('{accountId}', String(api.ours.accountId));
      if (routePathOf(route).startsWith('/public/api')) continue;
      const method = route.method.toLowerCase() as 'get' | 'post';
      const { status, body } = await workspace()[method](path, {} as never);
      const isRejected = status === 403 && rejected.has(body.code);
      expect(isRejected, `${caller} ${route.method} ${path} ${JSON.stringify(body)}`).toBe(
        // Every caller may follow the feed, and a caller without read permission gets no events.
        !lets(caller, access) || (routePathOf(route) === followed && !hasAny(caller, 'read')),
      );
    }
  });

  test.each(['Query', 'Mutation'] as const)('of the fields of %s', async (root) => {
    const rows = fieldAccess().filter(({ type }) => type === root);
    const printed = new Map(
      rows.flatMap((access) => access.fields.map((name) => [name, access] as const)),
    );
    const type = schema.getType(root) as GraphQLObjectType;
    expect(printed.size).toBe(Object.keys(type.getFields()).length);
    const returned = await codesByField(workspace(), root, Object.values(type.getFields()));
    for (const field of Object.values(type.getFields())) {
      const codes = returned.get(field.name) ?? [];
      const access = printed.get(field.name) as RequiredAccess;
      const kind = root === 'Query' ? 'read' : 'write';
      const isDenied = codes.some((code) => rejected.has(code));
      // The commands decide what a member may write, see test/domain/projects/members.test.ts.
      if (codes[0] === 'not_for_role' && caller === 'MEMBER') continue;
      // It is the owners' alone, which is decided where it is done (test/backup/workspace-downloads.test.ts).
      if (field.name === 'exportWorkspace' && codes[0] === 'not_for_role') continue;
      // No caller creates a key or a user with more permissions than its own
      // (test/domain/permission-escalation.test.ts).
      const givesMore = `${caller} ${field.name}`;
      const isMore = ['keys:write createApiKey', 'people:write createUser'].includes(givesMore);
      expect(isDenied, `${caller} ${questionOf(field)} ${codes}`).toBe(
        isMore || !(hasAny(caller, kind) && lets(caller, access)),
      );
    }
  });

  test('of the fields of every record', async () => {
    const rows = fieldAccess();
    expect(rows.length).toBeGreaterThan(50);
    for (const type of nodeTypes()) {
      const own = readPermissions(areasOfType(type) ?? []);
      if ((own & ~rightsBy(caller)) !== 0) continue;
      const fields = fieldsOf(type);
      const output = new Map(
        rows
          .filter((access) => access.type === type.name)
          .flatMap((access) => access.fields.map((name) => [name, access] as const)),
      );
      const id = await visibleId(type.name, workspace());
      if (id === undefined) continue;
      const selected = fields.map(({ name, type: displayed }) =>
        isLeafType(getNamedType(displayed)) ? name : `${name} { __typename }`,
      );
      const source = `{ node(id: "${id}") { ... on ${type.name} { ${selected.join(' ')} } } }`;
      const { body } = await workspace().gql(source);
      const reported = new Set(
        (body.errors ?? [])
          .filter(({ extensions }: { extensions: { code: string } }) =>
            rejected.has(extensions.code),
          )
          .map(({ path }: { path: string[] }) => path[1]),
      );
      expect(body.data?.node, source).not.toBeNull();
      for (const field of fields) {
        const access = output.get(field.name);
        expect(reported.has(field.name), `${caller} ${type.name}.${field.name}`).toBe(
          access !== undefined && !lets(caller, access),
        );
        // The printed need is the declared one.
        if (access === undefined)
          expect(findMissingScopes(own, permissionsForField(type, field))).toEqual([]);
      }
    }
  });
});

/** The id of a record that a caller sees, if there is one. */
async function visibleId(model: string, workspace: TestWorkspace): Promise<string | undefined> {
  if (model === 'Workspace') return `wsp_${api.ours.accountId}`;
  const ids = [0, 1, 2, 3, 4, 5].map((index) => ours.id(model as never, index));
  const { body } = await workspace.gql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
  return body.data.nodes.find((node: object | null) => node !== null)?.id;
}

/** How many fields an operation may have at its root. */
const simultaneous = defaultOperationLimits.rootFields;

/** The codes of the errors that fields at a root answer, by name; as many of them are asked for at once as may be. */
async function codesByField(
  workspace: TestWorkspace,
  root: 'Query' | 'Mutation',
  fields: readonly Field[],
): Promise<Map<string, string[]>> {
  const codes = new Map<string, string[]>();
  for (let from = 0; from < fields.length; from += simultaneous) {
    const some = fields.slice(from, from + simultaneous);
    const sent = some.map((field) => questionOf(field)).join(' ');
    const source = `${root === 'Query' ? '' : 'mutation '}{ ${sent} }`;
    const { body } = await workspace.gql(source);
    const names = some.map(({ name }) => name);
    // Each field fails alone, unless the caller may read or write nothing at all: then all of them do, with one error.
    if (body.data) expect(Object.keys(body.data), source).toEqual(names);
    else expect(body.errors, source).toMatchObject([{ extensions: { code: 'missing_scope' } }]);
    for (const { path, extensions } of body.errors ?? []) {
      for (const name of body.data ? [path[0]] : names) {
        codes.set(name, [...(codes.get(name) ?? []), extensions.code]);
      }
    }
  }
  return codes;
}

type Field = ReturnType<GraphQLObjectType['getFields']>[string];

/** A field of an operation, with what its input has to have. */
function questionOf({ name, args, type }: Field): string {
  const input = args
    .filter((argument) => /!$/.test(String(argument.type)))
    .map((argument) => `${argument.name}: ${sampleOf(argument.type)}`);
  const called = input.length > 0 ? `${name}(${input.join(', ')})` : name;
  const below = isLeafType(getNamedType(type)) ? '' : ' { __typename }';
  return `${called}${below}`;
}

const samples: Readonly<Record<string, string>> = {
  ID: '"none"',
  String: '"none"',
  Int: '1',
  Boolean: 'true',
  Decimal: '1',
  Date: '"2026-01-01"',
  DateTime: '"2026-01-01T00:00:00Z"',
  EmailAddress: '"none@none.example"',
};

function sampleOf(type: unknown): string {
  const text = String(type);
  if (/^\[/.test(text.replace(/!$/, ''))) return '[]';
  const named = getNamedType(type as never) as unknown;
  if (isInputObjectType(named)) {
    const fields = Object.values(named.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${sampleOf(field.type)}`).join(', ')} }`;
  }
  const { name } = named as { name: string };
  const values = (named as { getValues?: () => { name: string }[] }).getValues?.();
  return samples[name] ?? values?.[0]?.name ?? '"none"';
}
