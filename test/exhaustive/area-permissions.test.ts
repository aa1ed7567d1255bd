import type { GraphQLNamedType, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { getNamedType, isAbstractType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { permissionAreaByModel } from '../../src/platform/ids/permission-areas.ts';
import type {
  AreaScope,
  PermissionArea,
  Scope,
} from '../../src/platform/permissions/permissions.ts';
import {
  allScopes,
  findMissingScopes,
  grantedPermissions,
  mcpWriteScope,
  ownerManagementPermission,
  permissionAreas,
  readPermissions,
  requiredPermissions,
  restrictedAccessKinds,
  unrestrictedPermissions,
} from '../../src/platform/permissions/permissions.ts';
import { areasOfType, permissionsForField } from '../../src/schema/core/required-permissions.ts';
import { schema } from '../../src/schema/index.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { withoutLinkExpiry } from '../support/attachments.ts';
import { canaryOf, plantCanaries } from '../support/canaries.ts';
import { everythingOf, fieldsOf, nodeTypes } from '../support/graphql.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { callRoute, readingRoutes, routes } from '../support/routes.ts';
import { isSampled } from '../support/sampling.ts';

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 2 });

const everyScope = allScopes.filter(
  (scope): scope is AreaScope => scope.includes(':') && scope !== mcpWriteScope,
);
const keys = new Map<string, string>();
let planted: string[];

beforeAll(async () => {
  planted = await plantCanaries(api, api.ours.accountId);
  for (const without of [...everyScope, 'none']) {
    const granted = everyScope.filter((scope) => scope !== without);
    const issued = await createApiKey(api.ours.context, { name: 'Key', scopes: granted });
    keys.set(without, issued.key);
  }
});

const headers = (without: string) => ({
  'x-api-key': keys.get(without) ?? '',
  'content-type': 'application/json',
});

/** An operation with a key that has every scope but one. */
const ask = (without: string, query: string): Promise<Answer> =>
  api.request('/graphql', {
    method: 'POST',
    headers: headers(without),
    body: JSON.stringify({ query }),
  });

/** The responses to a key with all permissions. They are read once, because this test changes no permissions. */
const returnedCompletely = new Map<string, Promise<Answer>>();
function single(name: string, requested: () => Promise<Answer>): Promise<Answer> {
  const answer = returnedCompletely.get(name) ?? requested();
  returnedCompletely.set(name, answer);
  return answer;
}
const askWhole = (source: string) => single(source, () => ask('none', source));

const query = schema.getQueryType() as GraphQLObjectType;
const rootFields = fieldsOf(query).filter(({ name }) => name !== 'node' && name !== 'nodes');
const isCheap = (type: GraphQLNamedType) => isObjectType(type) && /Connection$/.test(type.name);

/** Everything of one field at the root, one level of relations deep. */
function questionOf({ name, type }: (typeof rootFields)[number]): string {
  const named = getNamedType(type);
  return `{ ${name}${isCheap(named) ? '(first: 2)' : ''} ${everythingOf(named, 1).replaceAll(
    /(\w+) \{ totalCount edges/g,
    (whole, field: string) => (field === name ? whole : `${field}(first: 2) { totalCount edges`),
  )} }`;
}

/** The fields of a question that a key may not see, as the last names of their paths. */
function rejectedBelow(type: GraphQLNamedType, lacking: AreaScope, levels = 1): string[] {
  if (!isObjectType(type) || levels < 0) return [];
  const own = grantedPermissions(everyScope.filter((scope) => scope !== lacking));
  return fieldsOf(type).flatMap((field) => {
    if (findMissingScopes(own, permissionsForField(type, field)).length > 0) return [field.name];
    const named = getNamedType(field.type);
    const isPage = /Connection$|Edge$/.test(type.name);
    return rejectedBelow(named, lacking, isPage ? levels : levels - 1);
  });
}

/** How many areas there are for one that the suite compares with a response which contains nothing of it. */
const oneOf = 5;

describe.each(permissionAreas)('a key without read permission for %s', (area) => {
  const lacking = `${area}:read` as const;
  const isCompared = (whole: Answer, position: number) =>
    JSON.stringify(whole.body).includes(canaryOf(area)) ||
    isSampled(permissionAreas.indexOf(area) + position, oneOf);

  test.each(rootFields.map((field) => [field.name, field] as const))(
    'sees nothing of it in %s, and everything else',
    async (name, field) => {
      const source = questionOf(field);
      const whole = await askWhole(source);
      expect(whole.body.errors, source).toBeUndefined();
      const needed = findMissingScopes(0, permissionsForField(query, field));
      const rejected = new Set(rejectedBelow(getNamedType(field.type), lacking));
      const isConcerned = needed.includes(lacking) || rejected.size > 0;
      if (!isConcerned && !isCompared(whole, rootFields.indexOf(field))) return;
      const { body } = await ask(lacking, source);
      const text = JSON.stringify(body);
      expect(text).not.toContain(canaryOf(area));
      if (needed.includes(lacking)) {
        expect(body.data).toEqual({ [name]: null });
        expect(body.errors).toHaveLength(1);
        expect(body.errors[0].path).toEqual([name]);
      } else {
        expect(body.data[name]).not.toBeNull();
        const reported = new Set(
          (body.errors ?? []).map(({ path }: { path: string[] }) => path.at(-1)),
        );
        for (const last of reported) expect(rejected).toContain(last);
        // All other responses are equal to those of a key with all permissions, except for the key itself.
        const ofItself =
          name === 'viewer' ? ['key', ...(area === 'settings' ? ['workspace'] : [])] : [];
        // Effects on other records are published as before: `test/schema/events.test.ts`.
        if (name === 'events') return;
        const apart = new Set([...rejected, ...ofItself]);
        const [seen, expected] = [body.data, whole.body.data].map(withoutLinkExpiry);
        expect(without(expected, apart)).toEqual(without(seen, apart));
      }
      for (const error of body.errors ?? []) {
        expect(error.extensions).toMatchObject({ code: 'missing_scope', missingScopes: [lacking] });
      }
    },
  );

  test('finds none of its records by their ids, existing or not', async () => {
    for (const type of nodeTypes()) {
      const id = idOf(type.name);
      const none = /^(usr|wsp)/.test(id)
        ? id.replace(/\d+$/, '999999999')
        : id.replace(/.{4}$/, 'ffff');
      const source = `{ here: node(id: "${id}") { __typename id } none: node(id: "${none}") { id } many: nodes(ids: ["${id}"]) { id } }`;
      const { body } = await ask(lacking, source);
      const isOwn = areasOfType(type)?.includes(area);
      if (!isOwn) {
        expect(body.errors, type.name).toBeUndefined();
        expect(body.data.here.__typename).toBe(type.name);
        continue;
      }
      expect(body.data, type.name).toEqual({ here: null, none: null, many: [null] });
      const codes = body.errors.map((error: Answer['body']) => error.extensions.code);
      expect(codes).toEqual(['missing_scope', 'missing_scope', 'missing_scope']);
    }
  });

  test('neither filters nor orders a list by them: every relation of every where', async () => {
    for (const field of rootFields) {
      const where = field.args.find(({ name }) => name === 'where');
      if (!where) continue;
      const conditions = Object.values(
        (getNamedType(where.type) as never as GraphQLObjectType).getFields(),
      );
      for (const condition of conditions) {
        const target = getNamedType(condition.type as GraphQLOutputType);
        const [, model, list] = /^(\w+?)(List)?Where$/.exec(target.name) ?? [];
        if (model === undefined || /^(AND|OR|NOT)$/.test(condition.name)) continue;
        const printed = list
          ? '{ some: { updatedAfter: "2020-01-01T00:00:00Z" } }'
          : '{ updatedAfter: "2020-01-01T00:00:00Z" }';
        const source = `{ ${field.name}(where: { ${condition.name}: ${printed} }) { totalCount } }`;
        const { body } = await ask(lacking, source);
        const isVisible =
          permissionAreaByModel[model as keyof typeof permissionAreaByModel] !== area &&
          !own(field, area);
        if (isVisible) expect(body.errors, source).toBeUndefined();
        else {
          expect(body.data, source).toEqual({ [field.name]: null });
          expect(body.errors[0].extensions.code).toBe('missing_scope');
        }
      }
    }
  });

  test.each(readingRoutes.map((route) => [route.operationId, route] as const))(
    'gets nothing of it from %s',
    async (_, route) => {
      const { input } = route.example as { input?: Record<string, string> };
      const examples = [{}, input ?? {}];
      for (const example of examples) {
        const argument = {
          ...example,
          accountId: String(api.ours.accountId),
          templateId: idOf('EmailTemplate'),
        };
        const call = { query: argument as Record<string, string> };
        const whole = await single(`${route.operationId} ${JSON.stringify(call)}`, () =>
          callRoute(api, route, { ...call, key: keys.get('none') ?? null }),
        );
        expect(whole.status).not.toBe(403);
        const isConcerned = route.scopes.includes(lacking) || asksForNames(route, example, lacking);
        if (!isConcerned && !isCompared(whole, readingRoutes.indexOf(route))) continue;
        const answer = await callRoute(api, route, { ...call, key: keys.get(lacking) ?? null });
        expect(JSON.stringify(answer.body)).not.toContain(canaryOf(area));
        if (route.scopes.includes(lacking)) {
          expect(answer).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
          expect(answer.body.message).toContain(`"${lacking}"`);
        } else if (asksForNames(route, example, lacking)) expect(answer.status).toBe(403);
        else expect(answer.status).toBe(whole.status);
      }
    },
  );
});

/** A value without the properties of some names. */
function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => without(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  const stored = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(stored.map(([name, entry]) => [name, without(entry, names)]));
}

/** Searches that compare their query with names of other areas. */
const namesSearched: Readonly<Record<string, readonly string[]>> = {
  searchProjects: ['clients:read'],
  searchPayableInvoices: ['clients:read'],
  searchTimeEntries: ['clients:read', 'projects:read'],
  searchExpenses: ['clients:read'],
  searchInvoices: ['clients:read'],
  searchPayments: ['clients:read'],
  searchOpportunities: ['clients:read'],
};

const asksForNames = (
  { operationId }: (typeof routes)[number],
  filterInput: object,
  lacking: string,
) => 'query' in filterInput && (namesSearched[operationId] ?? []).includes(lacking);

const own = (field: (typeof rootFields)[number], area: PermissionArea) =>
  (permissionsForField(query, field) & readPermissions([area])) !== 0;

function idOf(type: string): string {
  if (type === 'Workspace') return `wsp_${api.ours.accountId}`;
  return ours.id(type as never, 0);
}

test('a key with all permissions sees the marker of every model, so that its absence is meaningful', async () => {
  const found = new Set<string>();
  for (const field of rootFields) {
    const text = JSON.stringify((await askWhole(questionOf(field))).body);
    for (const area of permissionAreas) if (text.includes(canaryOf(area))) found.add(area);
  }
  const expected = new Set(
    planted.map((model) => permissionAreaByModel[model as keyof typeof permissionAreaByModel]),
  );
  expect([...expected].filter((area) => !found.has(area))).toEqual([]);
  expect(expected.size).toBe(permissionAreas.length);
});

test('a key without write permission for an area changes nothing in it, and causes no read', async () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const byId = fields.filter(({ args: [input] }) => {
    const type = input && (getNamedType(input.type) as never as GraphQLObjectType);
    const names = type ? Object.keys(type.getFields()) : [];
    return names.includes('id') && names.every((name) => ['id', 'expectedVersion'].includes(name));
  });
  expect(byId.length).toBeGreaterThan(25);
  for (const field of byId) {
    const needed = findMissingScopes(
      0,
      permissionsForField(schema.getMutationType() as GraphQLObjectType, field),
    );
    expect(needed.length, field.name).toBeGreaterThan(0);
    for (const scope of needed) {
      const source = `mutation { done: ${field.name}(input: { id: "none" }) { __typename } }`;
      const { body } = await ask(scope, source);
      expect(body.data).toEqual({ done: null });
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0]).toMatchObject({
        path: ['done'],
        extensions: { code: 'missing_scope' },
      });
    }
  }
});

test('every operation and every type documents its scope', () => {
  for (const root of [query, schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const needed = findMissingScopes(0, permissionsForField(root as GraphQLObjectType, field));
      // An operation that needs all of `read` names that scope.
      const output = [...(field.description ?? '').matchAll(/`([a-z:]+)`/g)].map(
        ([, word]) => word,
      );
      const passed = grantedPermissions(
        output.filter((word) => allScopes.includes(word as Scope)) as Scope[],
      );
      expect(
        findMissingScopes(passed, permissionsForField(root as GraphQLObjectType, field)),
        field.name,
      ).toEqual([]);
      const isFree = [
        'node',
        'nodes',
        'figures',
        'limits',
        'viewer',
        'explainTotals',
        'recordChanged',
        'events',
        'search',
      ];
      if (needed.length === 0) expect(isFree).toContain(field.name);
    }
  }
  for (const route of routes) {
    expect(
      route.scopes.length > 0 || route.hasScopesOfInput || route.operationId === 'checkKey',
    ).toBe(true);
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isAbstractType(type)) continue;
    if (type.getInterfaces().some(({ name }) => name === 'Node')) {
      expect(areasOfType(type), type.name).toHaveLength(1);
    }
  }
  const all = requiredPermissions(...everyScope);
  expect(findMissingScopes(0, all)).toEqual(everyScope);
  for (const kind of restrictedAccessKinds) expect(all & unrestrictedPermissions[kind]).toBe(0);
  expect(all & ownerManagementPermission).toBe(0);
});
