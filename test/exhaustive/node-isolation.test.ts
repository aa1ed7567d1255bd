import type { GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ListableModel } from '../../src/query/list-queries.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { ask, askFor, everythingOf, nodeTypes, rootLists } from '../support/graphql.ts';
import type { FilledWorkspace } from '../support/records.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 4, theirs: 4 });

/** The number of an id that neither workspace has. */
const missing = 9_999;

const idIn = (workspace: FilledWorkspace, type: string, index = 0) =>
  type === 'Workspace' ? `wsp_${workspace.accountId}` : workspace.id(type as ListableModel, index);

/** The responses to an operation with a foreign id, with an unknown one, and with an own one. */
async function answers(source: string, type: string) {
  const [foreign, absent, own] = await Promise.all(
    [
      idIn(theirs, type),
      type === 'Workspace' ? 'wsp_9999' : idIn(ours, type, missing),
      idIn(ours, type),
    ].map((id) => ask(api.ours.context, source, { id })),
  );
  return { foreign, absent, own };
}

describe.each(nodeTypes().map((type) => ({ name: type.name, type })))(
  'a foreign $name',
  ({ type }) => {
    const everything = everythingOf(type, 0);

    test('is null as a node, like a missing one', async () => {
      const source = `query ($id: ID!) { node(id: $id) { ... on ${type.name} ${everything} } }`;
      const { foreign, absent, own } = await answers(source, type.name);
      expect(foreign).toEqual(absent);
      expect(foreign?.data).toEqual({ node: null });
      expect(own?.errors).toBeUndefined();
      expect(own?.data.node.accountId).toBe(ours.accountId);
    });

    test('is null among nodes, and does not take the others with it', async () => {
      const source = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
      const own = idIn(ours, type.name);
      const { data } = await askFor(api.ours.context, source, {
        ids: [idIn(theirs, type.name), own, 'x'],
      });
      expect(data.nodes).toEqual([null, { id: own }, null]);
    });
  },
);

const ofAnId = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  (field) => field.name !== 'node' && field.args.length === 1 && field.args[0]?.name === 'id',
);
const erasures = ofAnId.filter(({ name }) => name.endsWith('Erasure'));
const singles = ofAnId.filter((field) => !erasures.includes(field));

test('there is a field for one record of each list', () => {
  expect(singles.length).toBeGreaterThanOrEqual(20);
});

test.each(
  singles.map((field) => ({
    name: field.name,
    type: getNamedType(field.type) as GraphQLObjectType,
  })),
)(
  '$name is null for a foreign id, like for a missing one and one of another type',
  async ({ name, type }) => {
    const source = `query ($id: ID!) { ${name}(id: $id) { id } }`;
    const { foreign, absent, own } = await answers(source, type.name);
    expect(foreign).toEqual(absent);
    expect(foreign).toEqual({ data: { [name]: null } });
    expect(own?.data[name]).not.toBeNull();
    const other = await ask(api.ours.context, source, { id: `wsp_${ours.accountId}` });
    expect(other).toEqual(foreign);
  },
);

test.each(erasures.map(({ name }) => name))(
  '%s handles a foreign id as an unknown one',
  async (name) => {
    const source = `query ($id: ID!) { ${name}(id: $id) { name } }`;
    const type = name.charAt(0).toUpperCase() + name.slice(1, -'Erasure'.length);
    const { foreign, absent, own } = await answers(source, type);
    for (const { data, errors } of [foreign, absent].map((answer) => answer ?? {})) {
      expect(data?.[name] ?? null).toBeNull();
      expect(errors).toMatchObject([{ originalError: { code: 'record_not_found' } }]);
    }
    expect(own?.errors).toBeUndefined();
  },
);

interface Condition {
  name: string;
  list: string;
  /** The condition, `$value` being the id. */
  where: string;
  /** The model that the id is of. */
  type: string;
}

const idColumns: Record<string, string> = {
  statusId: 'TaskStage',
  templateId: 'ProjectTemplate',
  endpointId: 'WebhookEndpoint',
};

/** Every condition on an id that a `where` can have, those on related records one level deep. */
function conditionsOn(list: string, type: GraphQLInputObjectType, model: string): Condition[] {
  return Object.values(type.getFields()).flatMap((field): Condition[] => {
    const filter = getNamedType(field.type);
    const name = `${list}(where.${field.name})`;
    if (filter.name === 'IDFilter') {
      return [
        {
          name,
          list,
          where: `{ ${field.name}: { equals: $id } }`,
          type: typeOf(model, field.name),
        },
      ];
    }
    const related = /^(\w+?)(List)?Where$/.exec(filter.name);
    if (!isInputObjectType(filter) || !related || ['AND', 'OR', 'NOT'].includes(field.name))
      return [];
    const [, target = '', isList] = related;
    const own = '{ id: { equals: $id } }';
    return [
      {
        name,
        list,
        where: `{ ${field.name}: ${isList ? `{ some: ${own} }` : own} }`,
        type: target,
      },
    ];
  });
}

function typeOf(model: string, column: string): string {
  if (column === 'id') return model;
  if (model === 'Opportunity' && column === 'statusId') return 'PipelineStage';
  const type = idColumns[column] ?? `${column.charAt(0).toUpperCase()}${column.slice(1, -2)}`;
  return type === 'DefaultTaxRule' ? 'TaxRule' : type;
}

const conditions = rootLists().flatMap(({ field, node }) => {
  const where = getNamedType(field.args.find(({ name }) => name === 'where')?.type);
  return isInputObjectType(where) ? conditionsOn(field.name, where, node.name) : [];
});

test('there are conditions on ids of many kinds', () => {
  expect(new Set(conditions.map(({ type }) => type)).size).toBeGreaterThan(15);
});

test.each(conditions)(
  '$name finds the same for a foreign id as for a missing one',
  async ({ list, where, type }) => {
    const source = `query ($id: ID) { ${list}(where: ${where}) { totalCount edges { node { id } } } }`;
    const { foreign, absent, own } = await answers(source, type);
    expect(foreign).toEqual(absent);
    expect(foreign).toEqual({ data: { [list]: { totalCount: 0, edges: [] } } });
    expect(own?.errors).toBeUndefined();
    expect(own?.data[list].totalCount).toBeGreaterThan(0);
  },
);

test.each(conditions)(
  '$name leaves out no record of another workspace that it could show',
  async ({ list, where, type }) => {
    const source = `query ($id: ID) { ${list}(first: 100, where: { NOT: ${where} }) { edges { node { accountId } } } }`;
    const { foreign, absent } = await answers(source, type);
    expect(foreign).toEqual(absent);
    const workspaces = foreign?.data[list].edges.map(
      (edge: { node: { accountId: number } }) => edge.node.accountId,
    );
    expect(new Set(workspaces)).toEqual(new Set([ours.accountId]));
  },
);

test.each(rootLists().map(({ field }) => ({ name: field.name, field })))(
  '$name shows records of the key’s workspace alone',
  async ({ field }) => {
    const { data } = await askFor(
      api.ours.context,
      `{ ${field.name}(first: 100) { totalCount edges { node { accountId } } } }`,
    );
    const { totalCount, edges } = data[field.name];
    expect(edges).toHaveLength(totalCount);
    expect(edges.length).toBeGreaterThan(0);
    for (const { node } of edges) expect(node.accountId).toBe(ours.accountId);
  },
);

test('an id that is none, or of no known type, is null', async () => {
  const ids = [
    '',
    'x',
    '_',
    'cli_',
    'cli_\u0000',
    'usr_0',
    'usr_-1',
    'usr_1.5',
    'usr_99999999999',
    'tdo_1',
    'wsp_x',
    '7',
  ];
  const { data } = await askFor(
    api.ours.context,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids },
  );
  expect(data.nodes).toEqual(ids.map(() => null));
});

test('more than a hundred nodes are rejected', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => idIn(ours, 'Client', index));
  const { errors } = await ask(
    api.ours.context,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids },
  );
  expect(errors?.map(({ originalError }) => originalError)).toEqual([
    expect.objectContaining({ code: 'invalid_input' }),
  ]);
});
