import type { ExecutionResult, GraphQLObjectType } from 'graphql';
import { getNamedType, getOperationAST, isLeafType, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import type { ListedModel } from '../../src/domain/kernel/lists.ts';
import { createCompiler } from '../../src/schema/endpoint/compiled.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import {
  askFor,
  everythingOf,
  fieldsOf,
  idsOf,
  nodeTypeOf,
  nodeTypes,
  rootLists,
} from '../support/graphql.ts';
import type { FilledWorkspace } from '../support/records.ts';
import { fillWorkspace } from '../support/records.ts';

const api = useTestApi();
let ours: FilledWorkspace;

beforeAll(async () => {
  ours = await fillWorkspace(api.database.prisma, api.ours.accountId, 10);
  await fillWorkspace(api.database.prisma, api.theirs.accountId, 3);
}, 60_000);

/** A query as it is executed once it has come often enough; undefined where it is never compiled. */
function compiledForm(source: string) {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error(source);
  const compiledOf = createCompiler(schema);
  compiledOf(document, operation);
  return compiledOf(document, operation);
}

/** Executes a query both ways, and expects the same answer of as many statements. Whether it was compiled at all. */
async function expectSame(source: string, variables: Record<string, unknown>): Promise<boolean> {
  const compiled = compiledForm(source);
  if (!compiled) return false;
  const interpreted = await askFor(api.ours.context, source, variables);
  const { result, statements } = await countStatements(
    async () => (await compiled.query({}, { ...api.ours.context }, variables)) as ExecutionResult,
  );
  expect(result.errors, source).toBeUndefined();
  expect(result.data, source).toEqual(JSON.parse(JSON.stringify(interpreted.data)));
  expect(statements.length, source).toBe(interpreted.statements.length);
  return true;
}

const pageInfo = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';

test('a query whose filter comes in a variable is not compiled: that would take seconds', () => {
  const fields = 'clients(first: 2, where: $where) { edges { node { id } } }';
  expect(compiledForm(`query ($where: ClientWhere) { ${fields} }`)).toBeUndefined();
  expect(
    compiledForm(
      `query ($names: [ClientWhere!]) { ${fields.replace('$where', '{ and: $names }')} }`,
    ),
  ).toBeUndefined();
  expect(
    compiledForm(`query ($id: ID!) { ${fields.replace('$where', '{ id: { eq: $id } }')} }`),
  ).toBeDefined();
});

describe.each(rootLists().map((list) => ({ name: list.field.name, ...list })))(
  'the list $name',
  ({ field, node }) => {
    const head = `query ($first: Int) { ${field.name}(first: $first)`;

    test('is the same compiled', async () => {
      const everything = everythingOf(getNamedType(field.type), 0);
      const whole = everything.replace('{', `{ ${pageInfo}`);
      expect(await expectSame(`${head} ${whole} }`, { first: 4 }), 'compiled').toBe(true);
    });

    const lists = fieldsOf(node).filter((own) => nodeTypeOf(getNamedType(own.type)));

    test('is the same compiled with each of the pages below it, and with another page beside that', async () => {
      for (const own of lists) {
        const below = everythingOf(getNamedType(own.type), 0).replace('{', `{ ${pageInfo}`);
        for (const size of ['first: 1', 'last: 1', 'first: 50']) {
          const one = `${head} { edges { node { id own: ${own.name}(${size}) ${below} } } } }`;
          const another = `another: ${own.name}(first: 3) { edges { cursor } }`;
          const two = one.replace('{ id own', `{ id ${another} own`);
          await expectSame(one, { first: 10 });
          expect(compiledForm(two), two).toBeUndefined();
          const [alone, beside] = await Promise.all(
            [one, two].map((source) => askFor(api.ours.context, source, { first: 10 })),
          );
          const [edges, edgesBeside] = [alone, beside].map(
            (answer) => answer?.data[field.name].edges,
          );
          expect(edgesBeside.map(withoutAnother), two).toEqual(edges);
        }
      }
    });
  },
);

function withoutAnother({ node: { another: _, ...node } }: { node: Record<string, unknown> }) {
  return { node };
}

const types = nodeTypes().filter(({ name }) => name !== 'Workspace');

const related = types.flatMap((type) =>
  fieldsOf(type)
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .map((field) => ({ type, field, name: `${type.name}.${field.name}` })),
);

test.each(related)('$name is the same compiled', async ({ type, field }) => {
  const ids = [0, 1, 2].map((index) => ours.id(type.name as ListedModel, index));
  const below = everythingOf(getNamedType(field.type), 1);
  const whole = `{ nodes(ids: $ids) { id ... on ${type.name} { ${field.name} ${below} } } }`;
  await expectSame(`query ($ids: [ID!]!) ${whole}`, { ids });
});

describe('queries that ask for one list twice', () => {
  const page = (argument: string) => `deliverables(${argument}) { edges { node { name } } }`;

  test.each([
    [
      'under two names',
      `{ projects { edges { node { a: ${page('first: 1')} b: ${page('first: 2')} } } } }`,
    ],
    [
      'below one relation under two names',
      `{ deliverables { edges { node { a: project { ${page('first: 1')} } b: project { b: ${page('first: 2')} } } } } }`,
    ],
    [
      'in a fragment',
      `{ projects { edges { node { ...F ${page('first: 1')} } } } } fragment F on Project { b: ${page('first: 2')} }`,
    ],
  ])('%s are not compiled, and answer each as it was asked', async (_, source) => {
    expect(compiledForm(source)).toBeUndefined();
    const { data } = await askFor(api.ours.context, source);
    expect(data).toBeDefined();
  });
});

test('records that a field found by itself are not taken for loaded with all that is asked of them', () => {
  const lists = `contacts ${idsOf(schema.getType('ContactConnection') as GraphQLObjectType)}`;
  expect(compiledForm(`{ searchClients(query: "") { ${lists} } }`)).toBeUndefined();
});

test('mutations are not compiled', () => {
  expect(compiledForm('mutation { __typename }')).toBeUndefined();
});
