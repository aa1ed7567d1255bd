import { expect, test } from 'vitest';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { buildListOrder } from '../../src/query/list-order.ts';
import { modelFieldOf } from '../../src/query/model-columns.ts';
import { orderColumns } from '../../src/rest/core/list-parameters.ts';
import { listDefinitionOf } from '../../src/schema/core/list-definitions.ts';
import { useTestApi } from '../support/api.ts';
import { rootLists } from '../support/graphql.ts';
import { orderedLists } from '../support/ordered-lists.ts';

const api = useTestApi();

/** What a workspace is set up with: few records, however long it is used. */
const small = [
  'ApiKey',
  'CustomField',
  'PipelineStage',
  'ProjectType',
  'User',
  // At most 600.
  'WebhookEndpoint',
];

const models = [...new Set(rootLists().map(({ node }) => node.name))].filter(
  (name) => !small.includes(name),
);

test.each(models)('the usual order of %s begins as an index does', async (name) => {
  const [first = {}] = listDefinitionOf(name as never).defaultOrder;
  const [column] = Object.keys(first);
  expect(await indexStarts(name)).toContainEqual(['accountId', column]);
});

/** Record types whose number depends on the set-up, and does not grow with use. */
const setUp = [
  ...small,
  'EmailTemplate',
  'Form',
  'InvoiceTemplate',
  'ProjectTemplate',
  'TaskStage',
  'TaxRule',
  // They are stored for days, and each index slows every delivery down. Their list begins with the latest.
  'WebhookDelivery',
];

const offered = orderedLists.filter(
  ({ model, column, direction }) => column && direction === 'ASC' && !setUp.includes(model),
);

test.each(offered)('an index begins as the list of $name does', async ({ model, column }) => {
  expect(await indexStarts(model)).toContainEqual(['accountId', column]);
});

const inRest = Object.entries(orderColumns)
  .filter(([model]) => !setUp.includes(model))
  .flatMap(([model, columns = []]) =>
    [...columns, 'createdAt', 'updatedAt'].map((column) => [model, column] as const),
  );

test.each(inRest)('an index begins as the list of %s in REST by %s does', async (model, column) => {
  expect(await indexStarts(model)).toContainEqual(['accountId', column]);
});

/** The columns of the filters of REST: the statuses of deliverables and opportunities are found first. */
const filterColumns = ['clientId', 'dueDate', 'status', 'statusId', 'updatedAt'];

const filtered = Object.keys(orderColumns)
  .filter((model) => !setUp.includes(model))
  .flatMap((model) =>
    filterColumns
      .filter((column) => modelFieldOf(model as Prisma.ModelName, column)?.kind !== undefined)
      .filter((column) => modelFieldOf(model as Prisma.ModelName, column)?.kind !== 'object')
      .map((column) => [model, column] as const),
  );

test.each(filtered)('%s is filtered by an index on %s', async (model, column) => {
  expect(await indexStarts(model)).toContainEqual(['accountId', column]);
});

test('archived records have an index of their own', async () => {
  const { rows } = await api.owner.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_indexes WHERE indexdef LIKE '%("accountId", id) WHERE archived'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(
    Object.keys(orderColumns)
      .filter((model) => modelFieldOf(model as Prisma.ModelName, 'archived'))
      .sort(),
  );
});

test('records that are equal in the order are read the same way, so that an index is read from its end', () => {
  for (const direction of ['asc', 'desc'] as const) {
    const order = buildListOrder('Invoice', [{ total: 'asc' }, { dueDate: direction }]);
    expect(order.at(-1)).toMatchObject({ column: 'id', direction });
  }
});

/** The first two columns of each index of a table. */
async function indexStarts(table: string): Promise<string[][]> {
  const rows = await api.database.prisma.$queryRaw<{ columns: string[] }[]>`
    SELECT array_agg(a.attname::text ORDER BY k.place) AS columns
    FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE i.indrelid = ${`"${table}"`}::regclass AND i.indpred IS NULL
    GROUP BY i.indexrelid`;
  return rows.map(({ columns }) => columns.slice(0, 2));
}
