import { buildSchema, type GraphQLObjectType, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  fullAccessScopes,
  grantedPermissions,
  type Permissions,
} from '../../src/platform/permissions/permissions.ts';
import { inheritedPermissions } from '../../src/schema/core/required-permissions.ts';
import { schema } from '../../src/schema/index.ts';
import { createOperationPlanner } from '../../src/schema/planner/index.ts';
import { useTestApi } from '../support/api.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 6, theirs: 1 });

const allPermissions = grantedPermissions(fullAccessScopes);

/** Runs one document several times, so that its plans come from the cache. */
function cachedOperation(source: string, ofSchema = schema) {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no single operation.');
  const planner = createOperationPlanner(ofSchema);
  const defects: unknown[] = [];
  const run = async (
    variables: Record<string, unknown> = {},
    permissions: Permissions = allPermissions,
  ) => {
    const read = planner(document, operation, { variables, permissions }, (error) => {
      defects.push(error);
      return error;
    });
    const { data, errors } = await read({ ...api.ours.context });
    return { data: data && JSON.parse(data), errors };
  };
  return { run, defects };
}

describe('the key of a cached plan', () => {
  test('distinguishes an absent variable from null', async () => {
    const argumentSchema = buildSchema(
      'type Query { echo: Echo } type Echo { of(text: String = "default"): String }',
    );
    const [query, echo] = ['Query', 'Echo'].map(
      (name) => argumentSchema.getType(name) as GraphQLObjectType,
    );
    Object.assign(echo?.extensions ?? {}, inheritedPermissions);
    Object.assign(query?.getFields().echo ?? {}, { resolve: () => ({}) });
    Object.assign(echo?.getFields().of ?? {}, {
      resolve: (_: unknown, { text }: { text: string | null }) => text,
    });
    const { run } = cachedOperation(
      'query ($text: String) { echo { of(text: $text) } }',
      argumentSchema,
    );
    for (const [variables, of] of [
      [{}, 'default'],
      [{ text: null }, null],
      [{ text: 'a' }, 'a'],
      [{}, 'default'],
      [{ text: null }, null],
    ] as const) {
      expect((await run(variables)).data).toEqual({ echo: { of } });
    }
  });

  test('contains the permissions', async () => {
    const { run } = cachedOperation('{ projects(first: 1) { nodes { name client { name } } } }');
    const projectsOnly = grantedPermissions(['projects:read']);
    const clientOf = ({ data }: { data: { projects: { nodes: { client: unknown }[] } } }) =>
      data.projects.nodes[0]?.client;
    const visible = { name: expect.any(String) };
    expect(clientOf(await run())).toEqual(visible);
    const denied = await run({}, projectsOnly);
    expect(clientOf(denied)).toBeNull();
    expect(denied.errors).toHaveLength(1);
    expect(clientOf(await run())).toEqual(visible);
  });

  test('contains the variables of fragments', async () => {
    const { run } = cachedOperation(
      `query ($city: Boolean!) { clients(first: 1) { nodes { ...Address } } }
      fragment Address on Client { name ... on Client @include(if: $city) { city } }`,
    );
    for (const city of [true, false, true]) {
      const { data } = await run({ city });
      expect(Object.keys(data.clients.nodes[0])).toEqual(city ? ['name', 'city'] : ['name']);
    }
  });

  test('contains the order of nested lists', async () => {
    const { run } = cachedOperation(
      `query ($direction: SortOrder!) {
        clients(first: 1) { nodes { projects(orderBy: [{ name: $direction }]) { edges { cursor node { name } } } } }
      }`,
    );
    const namesIn = async (direction: string) => {
      const { data } = await run({ direction });
      return data.clients.nodes[0].projects.edges.map(
        ({ node }: { node: { name: string } }) => node.name,
      );
    };
    const ascending = await namesIn('asc');
    expect(await namesIn('desc')).toEqual([...ascending].reverse());
    expect(await namesIn('asc')).toEqual(ascending);
  });
});

test('cached statements depend on the size of a page and its direction', async () => {
  const { run } = cachedOperation(
    'query ($first: Int, $last: Int) { clients(first: $first, last: $last) { nodes { id } } }',
  );
  const idsIn = async (variables: Record<string, unknown>): Promise<string[]> =>
    (await run(variables)).data.clients.nodes.map(({ id }: { id: string }) => id);
  const all = await idsIn({ first: 50 });
  expect(all.length).toBeGreaterThan(3);
  expect(await idsIn({ first: 1 })).toEqual(all.slice(0, 1));
  expect(await idsIn({ first: 2 })).toEqual(all.slice(0, 2));
  expect(await idsIn({ last: 2 })).toEqual(all.slice(-2));
  expect(await idsIn({ first: 2 })).toEqual(all.slice(0, 2));
});

test('a plan with a field that could not be planned is not cached', async () => {
  const { run, defects } = cachedOperation('{ clients(first: 1) { nodes { name } } }');
  const { extensions } = (schema.getType('Client') as GraphQLObjectType).getFields().name as {
    extensions: object;
  };
  Object.defineProperty(extensions, 'linked', {
    configurable: true,
    get: () => {
      throw new TypeError('a defect of the planner');
    },
  });
  try {
    expect((await run()).data).toEqual({ clients: null });
  } finally {
    Reflect.deleteProperty(extensions, 'linked');
  }
  expect(defects).toHaveLength(1);
  expect((await run()).data.clients.nodes).toHaveLength(1);
});

test('a nested count includes the records before a cursor', async () => {
  const source = `query ($id: ID!, $after: String) {
    client(id: $id) { projects(first: 1, after: $after) { edges { cursor } } count: projects(first: 1, after: $after) { totalCount } }
  }`;
  const { run } = cachedOperation(source);
  const id = ours.id('Client', 0);
  const first = (await run({ id })).data.client;
  const next = (await run({ id, after: first.projects.edges[0].cursor })).data.client;
  expect(next.count).toEqual(first.count);
});

test('columns of cursors are not part of the response, in every selection of the records', async () => {
  const { run } = cachedOperation(
    '{ clients(first: 2, orderBy: [{ country: ASC }]) { edges { cursor node { id } } nodes { name } more: nodes { country } } }',
  );
  const { clients } = (await run()).data;
  expect(clients.edges.map(({ node }: { node: object }) => Object.keys(node))).toEqual([
    ['id'],
    ['id'],
  ]);
  expect(clients.nodes.map(Object.keys)).toEqual([['name'], ['name']]);
  expect(clients.more.map(Object.keys)).toEqual([['country'], ['country']]);
});
