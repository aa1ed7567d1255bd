import type { GraphQLObjectType } from 'graphql';
import { getNamedType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListableModel } from '../../src/query/list-queries.ts';
import { useTestApi } from '../support/api.ts';
import {
  ask,
  askFor,
  fieldsOf,
  isNode,
  nodeTypeOf,
  nodeTypes,
  rootLists,
} from '../support/graphql.ts';
import type { FilledModel } from '../support/record-rows.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { isSampled } from '../support/sampling.ts';

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 1, theirs: 5 });

/** More than a page may hold. */
const rowCount = 110;

beforeAll(async () => {
  // All of them belong to the one parent of each kind that is there.
  for (const { node } of rootLists()) await ours.add(node.name as FilledModel, rowCount);
  // Half of them are on no invoice.
  await ours.add('TimeEntry', rowCount);
});

interface Page {
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** A list, at the root or of a record: how it is asked for, and where it is in the answer. */
interface List {
  field: string;
  model: string;
  parent?: GraphQLObjectType;
}

async function page({ field, parent }: List, args: string, cursor?: string | null): Promise<Page> {
  const selected = `${field}(${args}) {
    edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const head = cursor === undefined ? '' : 'query ($cursor: String)';
  const source = parent
    ? `${head} { node(id: "${ours.id(parent.name as ListableModel, 0)}") { ... on ${parent.name} { ${selected} } } }`
    : `${head} { ${selected} }`;
  const position = cursor === undefined ? {} : { cursor };
  const { data } = await askFor(api.ours.context, source, position);
  return (parent ? data.node : data)[field] as Page;
}

const pageSize = 30;

/** The ids of all pages, in the list's order; between any two pages, records are inserted. */
async function walk(
  list: List,
  direction: 'forwards' | 'backwards',
  insert = true,
): Promise<string[]> {
  const ids: string[] = [];
  const forwards = direction === 'forwards';
  const size = insert ? pageSize : 100;
  const first = forwards ? `first: ${size}` : `last: ${size}`;
  const next = `${first}, ${forwards ? 'after' : 'before'}: $cursor`;
  let cursor: string | null | undefined;
  for (;;) {
    const { edges, pageInfo } = await page(list, cursor === undefined ? first : next, cursor);
    const found = edges.map(({ node }) => node.id);
    ids.splice(forwards ? ids.length : 0, 0, ...found);
    if (!(forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return ids;
    if (insert) await ours.add(list.model as FilledModel, 3);
    cursor = forwards ? pageInfo.endCursor : pageInfo.startCursor;
  }
}

const nested = nodeTypes().flatMap((parent) =>
  fieldsOf(parent).flatMap((field): List[] => {
    const node = nodeTypeOf(getNamedType(field.type));
    return node && isNode(node) ? [{ parent, field: field.name, model: node.name }] : [];
  }),
);
const roots = rootLists().map(({ field, node }): List => ({ field: field.name, model: node.name }));

const directions = ['forwards', 'backwards'] as const;

/** The suite reads a list of a record in one direction, and the next one in the other. */
const directionsOf = (list: List) =>
  directions.filter(
    (_, index) => !list.parent || isSampled(nested.indexOf(list) + index, directions.length),
  );

const named = (list: List) => ({ name: `${list.parent?.name ?? 'Query'}.${list.field}`, list });

describe.each([...roots, ...nested].map(named))('$name', ({ list }) => {
  test.each(directionsOf(list))(
    'returns every record once, %s, while records are inserted',
    async (direction) => {
      const before = await walk(list, 'forwards', false);
      const walked = await walk(list, direction);
      expect(before.length).toBeGreaterThanOrEqual(rowCount);
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked.filter((id) => before.includes(id))).toEqual(before);
    },
  );
});

test.each(roots.map(named))('$name rejects a cursor of another workspace', async ({ list }) => {
  const their = await askFor(
    api.theirs.context,
    `{ ${list.field}(first: 2) { edges { cursor } } }`,
  );
  const [, { cursor }] = (their.data[list.field] as Page).edges as [unknown, { cursor: string }];
  for (const args of [`first: 5, after: "${cursor}"`, `last: 5, before: "${cursor}"`]) {
    const source = `{ ${list.field}(${args}) { edges { node { id } } } }`;
    const { data, errors } = await ask(api.ours.context, source);
    expect(data).toEqual({ [list.field]: null });
    expect(errors?.[0]?.originalError).toMatchObject({
      details: { errors: [{ code: 'invalid_cursor' }] },
    });
  }
  expect(theirs.accountId).not.toBe(ours.accountId);
});

const encoded = (text: string) => Buffer.from(text).toString('base64');

const hostile = [
  '',
  'x',
  '🙈',
  encoded(''),
  encoded('GPC:'),
  encoded('GPC:N:5'),
  encoded('GPC:S:text'),
  encoded('GPC:J:[1]'),
  encoded('GPC:J:[1,2]'),
  encoded('GPC:J:[1,null]'),
  encoded('GPC:J:[1,{"not":""}]'),
  encoded('GPC:J:["x","\\u0000"]'),
  encoded('GPC:J:[[],[]]'),
  encoded('GPC:J:{"id":1}'),
  encoded(`GPC:J:[1,"${'x'.repeat(10_000)}"]`),
  encoded('[]'),
  encoded('[1,"Client, name asc, id asc"]'),
  encoded('[null,null,null]'),
];

test.each(roots.map(named))('$name rejects cursors that are none', async ({ list }) => {
  for (const cursor of hostile) {
    for (const args of [`first: 5, after: $cursor`, `last: 5, before: $cursor`]) {
      const source = `query ($cursor: String) { ${list.field}(${args}) { edges { node { id } } } }`;
      const { data, errors } = await ask(api.ours.context, source, { cursor });
      expect(data).toEqual({ [list.field]: null });
      expect(errors?.map(({ originalError }) => originalError)).toMatchObject([
        { name: 'ActionError', details: { errors: [{ code: 'invalid_cursor' }] } },
      ]);
    }
  }
});
