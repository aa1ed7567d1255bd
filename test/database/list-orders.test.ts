import { expect, test } from 'vitest';
import { listingOf } from '../../src/schema/vocabulary/listings.ts';
import { useTestApi } from '../support/api.ts';
import { rootLists } from '../support/graphql.ts';

const api = useTestApi();

/** What a workspace is set up with: few records, however long it is used. */
const few = ['ApiKey', 'CustomField', 'PipelineStage', 'ProjectType', 'User'];

const models = [...new Set(rootLists().map(({ node }) => node.name))].filter(
  (name) => !few.includes(name),
);

test.each(models)('the usual order of %s begins as an index does', async (name) => {
  const [first = {}] = listingOf(name as never).usualOrder;
  const [column] = Object.keys(first);
  const rows = await api.database.prisma.$queryRaw<{ columns: string[] }[]>`
    SELECT array_agg(a.attname::text ORDER BY k.place) AS columns
    FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE i.indrelid = ${`"${name}"`}::regclass AND i.indpred IS NULL
    GROUP BY i.indexrelid`;
  const starts = rows.map(({ columns }) => columns.slice(0, 2));
  expect(starts).toContainEqual(['accountId', column]);
});
