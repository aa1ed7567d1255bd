import { expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { planOf, rootLists } from '../support/graphql.ts';
import { planned } from '../support/plans.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
useFilledWorkspaces(api, { ours: 10, theirs: 3 });
const read = planned(api);

const pageInfo = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';

test.each(rootLists().map(({ field: { name } }) => name))(
  'the list %s returns its records as nodes too, in one statement if nothing else is selected',
  async (name) => {
    const displayed = '{ __typename id }';
    const { list, ...data } = await read(
      `{ list: ${name}(first: 4) { edges { node ${displayed} } }
         same: ${name}(first: 4) { nodes ${displayed} totalCount ${pageInfo} edges { cursor } }
         both: ${name}(first: 4) { nodes ${displayed} edges { node { id } } more: edges { node ${displayed} } } }`,
    );
    const records = list.edges.map(({ node }: { node: object }) => node);
    expect(data.same.nodes).toEqual(records);
    expect(data.same.edges).toHaveLength(records.length);
    expect(data.both.nodes).toEqual(records);
    expect(data.both.more).toEqual(list.edges);
    const alone = planOf(`{ ${name}(first: 4) { nodes ${displayed} } }`);
    const { result, statements } = await recordStatements(() => alone({ ...api.ours.context }));
    expect(result).toBe(JSON.stringify({ [name]: { nodes: records } }));
    expect(statements).toHaveLength(1);
  },
);
