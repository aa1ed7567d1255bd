import { getNamedType, isLeafType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import type { ListedModel } from '../../src/domain/reader/lists.ts';
import { useTestApi } from '../support/api.ts';
import {
  everythingOf,
  fieldsOf,
  nodeTypeOf,
  nodeTypes,
  planOf,
  rootLists,
} from '../support/graphql.ts';
import { planned } from '../support/plans.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 10, theirs: 3 });
const expectPlanned = planned(api);

const pageInfo = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';
const withPageInfo = (page: string) => page.replace('{', `{ ${pageInfo}`);

describe.each(rootLists().map((list) => ({ name: list.field.name, ...list })))(
  'the list $name',
  ({ field, node }) => {
    const everything = withPageInfo(everythingOf(getNamedType(field.type), 0));

    test('is planned whole, and answers what executing it does', async () => {
      await expectPlanned(`{ ${field.name}(first: 4) ${everything} }`);
      await expectPlanned(`{ ${field.name} { edges { node { __typename id } } } }`);
    });

    test('is read page by page in both directions as it is executed', async () => {
      const ask = (way: string, cursor: string) =>
        `query ($size: Int, $cursor: String) { list: ${field.name}(${way}: $size, ${cursor}: $cursor) ${everything} }`;
      for (const [way, cursor, end] of [
        ['first', 'after', 'endCursor'],
        ['last', 'before', 'startCursor'],
      ] as const) {
        let next: string | null = null;
        for (let page = 0; page < 3; page += 1) {
          const data = await expectPlanned(ask(way, cursor), { size: 3, cursor: next });
          next = data.list.pageInfo[end];
        }
      }
    });

    test('shows its records as nodes too, in one statement where nothing else is asked for', async () => {
      const shown = '{ __typename id }';
      const { list, ...data } = await expectPlanned(
        `{ list: ${field.name}(first: 4) { edges { node ${shown} } }
           same: ${field.name}(first: 4) { nodes ${shown} totalCount ${pageInfo} edges { cursor } }
           last: ${field.name}(last: 4) { nodes ${shown} } }`,
      );
      const records = list.edges.map((edge: { node: object }) => edge.node);
      expect(data.same.nodes).toEqual(records);
      expect(data.same.edges).toHaveLength(records.length);
      const read = planOf(`{ ${field.name}(first: 4) { nodes ${shown} } }`);
      const alone = await countStatements(async () => read?.({ ...api.ours.context }));
      expect(alone.result).toBe(JSON.stringify({ [field.name]: { nodes: records } }));
      expect(alone.statements.length).toBeLessThanOrEqual(field.name.startsWith('search') ? 2 : 1);
    });

    const given = new Set(field.args.map(({ name }) => name));

    test.runIf(given.has('where'))('is read by conditions as it is executed', async () => {
      const ids = JSON.stringify(
        [0, 2, 4].map((index) => ours.id(node.name as ListedModel, index)),
      );
      const page = `(first: 2, where: { id: { in: ${ids} } }) ${everything}`;
      await expectPlanned(`{ ${field.name}${page} }`);
    });

    test.runIf(given.has('orderBy'))('is read in orders as it is executed', async () => {
      const page = `(first: 3, orderBy: [{ updatedAt: DESC }, { createdAt: ASC }]) ${everything}`;
      await expectPlanned(`{ ${field.name}${page} }`);
    });

    const lists = fieldsOf(node).filter((own) => nodeTypeOf(getNamedType(own.type)));

    test.runIf(lists.length > 0)(
      'is planned with each of the pages below it, under several names at once',
      async () => {
        for (const own of lists) {
          const below = withPageInfo(everythingOf(getNamedType(own.type), 0));
          const nodes = '{ nodes { __typename id } }';
          const page = `a: ${own.name}(first: 1) ${below} b: ${own.name}(first: $size) ${below}
            c: ${own.name}(last: $size) ${nodes}`;
          const source = `query ($size: Int) { ${field.name}(first: 10) { edges { node { id ${page} } } } }`;
          for (const size of [2, 50]) await expectPlanned(source, { size });
        }
      },
    );
  },
);

const related = nodeTypes().flatMap((type) =>
  fieldsOf(type)
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .map((field) => ({ type, field, name: `${type.name}.${field.name}` })),
);

test.each(related.filter(({ type }) => type.name !== 'Workspace'))(
  '$name is planned below records of any types',
  async ({ type, field }) => {
    const ids = [0, 1, 2].map((index) => ours.id(type.name as ListedModel, index));
    const foreign = theirs.id(type.name as ListedModel, 0);
    const levels = ['ProjectType'].includes(getNamedType(field.type).name) ? 0 : 1;
    const below = everythingOf(getNamedType(field.type), levels);
    const source = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on ${type.name} { ${field.name} ${below} } } }`;
    await expectPlanned(source, { ids: [...ids, foreign, 'nothing', ids[0]] });
  },
);
