import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isLeafType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListableModel } from '../../src/query/list-queries.ts';
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
import { publishStaged } from '../support/log-ends.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { isLongRun } from '../support/sampling.ts';

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 100, theirs: 3 });
// The first statement that reads the log would publish them, the first link would read the secret.
beforeAll(async () => {
  await publishStaged(api.owner);
  await api.signIn.signer.sign('');
});

type Variables = Record<string, unknown>;

/** Two sizes show a statement for each record. `npm run test:long` tries a third. */
const sizes = isLongRun ? [1, 10, 100] : [1, 100];
const smallSizes = isLongRun ? sizes : [1, 12];

function idsOfFirst(type: GraphQLObjectType, size: number): string[] {
  return Array.from({ length: size }, (_, index) => ours.id(type.name as ListableModel, index));
}

/** Attachments have a record of only one of their relations. */
async function idsWith(relation: string, size: number): Promise<string[]> {
  const attachments = await api.database.prisma.attachment.findMany({
    where: { accountId: ours.accountId, [`${relation}Id`]: { not: null } },
    take: size,
  });
  return attachments.map(({ id }) => id);
}

/** How many statements an operation takes for different numbers of records. */
async function statementCounts(
  type: GraphQLObjectType,
  operation: string,
  variables: (size: number) => Variables | Promise<Variables> = (size) => ({
    ids: idsOfFirst(type, size),
    first: size,
  }),
  tried = sizes,
): Promise<number[]> {
  const counts: number[] = [];
  for (const size of tried) {
    const { data, statements } = await askFor(api.ours.context, operation, await variables(size));
    const [returned] = Object.values(data) as [{ edges?: unknown[] } | unknown[]];
    const rows = Array.isArray(returned) ? returned : (returned.edges ?? []);
    expect(rows.filter(Boolean).length, operation).toBe(size);
    counts.push(statements.length);
  }
  return counts;
}

const repeat = (count: number | undefined) => sizes.map(() => count);
const same = (counts: number[]) => repeat(counts.at(-1));

describe.each(rootLists().map((list) => ({ name: list.field.name, ...list })))(
  'the list $name',
  ({ field, node }) => {
    const own = field.args.some(({ name }) => name === 'where');
    const head = own
      ? `query ($ids: [ID!], $first: Int) { ${field.name}(first: $first, where: { id: { in: $ids } })`
      : `query ($first: Int) { ${field.name}(first: $first)`;

    test('takes one statement for a page, however long', async () => {
      const counts = await statementCounts(node, `${head} ${idsOf(getNamedType(field.type))} }`);
      expect(counts).toEqual(repeat(1));
    });

    test('takes one more for the count, however long', async () => {
      const counts = await statementCounts(node, `${head} { totalCount edges { node { id } } } }`);
      expect(counts).toEqual(repeat(2));
    });

    test('takes as many statements for all that its records have by themselves, however long', async () => {
      const everything = everythingOf(getNamedType(field.type), 0);
      const counts = await statementCounts(node, `${head} ${everything} }`);
      expect(counts).toEqual(same(counts));
    });
  },
);

// There is one workspace.
const types = nodeTypes().filter(({ name }) => name !== 'Workspace');

describe.each(types.map((type) => ({ name: type.name, type })))(
  'records of type $name',
  ({ type }) => {
    const head = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type.name}`;

    test('take one statement by their ids, however many', async () => {
      const counts = await statementCounts(type, `${head} { id } } }`);
      expect(counts).toEqual(repeat(1));
    });

    // The log is read alike below all of them.
    const isReportedSingly = (field: { name: string }) =>
      field.name === 'changes' && type.name !== 'Client';
    const related = fieldsOf(type).filter(
      (field) => !isLeafType(getNamedType(field.type)) && !isReportedSingly(field),
    );

    test.each(related.map((field) => ({ name: field.name, field })))(
      'take as many statements for all of their $name, however many',
      async ({ field }) => {
        const everything = everythingOf(getNamedType(field.type), 1);
        const counts = await statementCounts(
          type,
          `${head} { ${field.name} ${everything} } } }`,
          async (size) => ({
            ids:
              type.name === 'Attachment' ? await idsWith(field.name, size) : idsOfFirst(type, size),
          }),
          smallSizes,
        );
        expect(counts).toEqual(same(counts));
      },
    );

    const lists = related.filter((field) => nodeTypeOf(getNamedType(field.type)));

    test.each(lists.map((field) => ({ name: field.name, field })))(
      'take as many statements for two different pages of $name, however many',
      async ({ name, field }) => {
        const page = `{ totalCount ${idsOf(getNamedType(field.type)).slice(1)}`;
        const two = `{ a: ${name}(first: 1) ${page} b: ${name}(first: 2) ${page} }`;
        const ids = (size: number) => ({ ids: idsOfFirst(type, size) });
        const counts = await statementCounts(type, `${head} ${two} } }`, ids, smallSizes);
        expect(counts).toEqual(same(counts));
      },
    );
  },
);

test('relations and lists below one another are in the statement of the page', async () => {
  const { statements } = await askFor(
    api.ours.context,
    `{ projects { edges { node { client { contacts { edges { node { client { name } } } } }
       deliverables { edges { node { taskStage { label } timeEntries { edges { node { user { email } } } } } } } } } } }`,
  );
  expect(statements).toHaveLength(1);
});

test('a page in an order of the caller takes one statement, however long, with relations and without', async () => {
  const order = 'orderBy: [{ startDate: DESC }, { createdAt: ASC }]';
  const counts: number[] = [];
  for (const size of sizes) {
    const { data, statements } = await askFor(
      api.ours.context,
      `query ($first: Int) { projects(first: $first, ${order}) { edges { node { id client { name } } } }
         same: projects(first: $first, ${order}) { edges { node { id } } } }`,
      { first: size },
    );
    const [ids, same] = [data.projects, data.same].map(({ edges }) =>
      edges.map(({ node }: { node: { id: string } }) => node.id),
    );
    expect(ids).toHaveLength(size);
    expect(ids).toEqual(same);
    counts.push(statements.length);
  }
  expect(counts).toEqual(repeat(2));
});
