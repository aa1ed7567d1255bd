import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { search } from '../../src/domain/searches/search.ts';
import { maxCandidates } from '../../src/domain/searches/search-statement.ts';
import { searchedType, searchTypes } from '../../src/domain/searches/searched-fields.ts';
import { useTestApi } from '../support/api.ts';
import { addManyRecords } from '../support/many-searched-records.ts';

const api = useTestApi();

beforeAll(async () => {
  await addManyRecords(api.owner, api.ours.accountId, 20_000);
});

/** The plan for unknown parameters, as PostgreSQL makes it once for all queries. */
async function genericPlanOf(sql: string): Promise<string> {
  const client = await api.owner.connect();
  try {
    // As the embedded server has it, whichever server the tests run on.
    await client.query('SET random_page_cost = 1.1; SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE search AS ${sql}`);
    const nulls = Array(new Set(sql.match(/\$\d+/g)).size).fill('NULL');
    const { rows } = await client.query(`EXPLAIN EXECUTE search (${nulls.join(', ')})`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release(true);
  }
}

test('a search reads each type by its index, and no table whole', async () => {
  const { statements } = await recordStatements(() => search(api.ours.context, { query: 'abc' }));
  const plan = await genericPlanOf(statements[0] ?? '');
  expect(plan).not.toContain('Seq Scan');
  const indexes = new Set([...plan.matchAll(/Index Scan on "(\w+)"/g)].map(([, name]) => name));
  expect([...indexes].sort()).toEqual(
    searchTypes.map((type) => `${searchedType(type).model}_search_idx`).sort(),
  );
});

test('the best matches come first, also if more records match than are compared', async () => {
  const { ours } = api;
  const { prisma } = api.database;
  const client = { accountId: ours.accountId, id: 'cli_late', name: 'Works' };
  await prisma.client.createMany({
    data: [client, { ...client, id: 'cli_later', name: 'Works 2' }],
  });
  const { hits } = await search(ours.context, { query: 'works', types: ['CLIENT'], first: 3 });
  expect(hits.map(({ match, title }) => [match, title])).toEqual([
    ['EXACT', 'Works'],
    ['PREFIX', 'Works 2'],
    ['WORD', expect.stringContaining('Works')],
  ]);
});

test('the pages of a frequent word end after the records that are compared', async () => {
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const input = { query: 'deliverable', types: ['DELIVERABLE'], first: 100, after };
    const { hits, hasNextPage } = await search(api.ours.context, input);
    for (const { id } of hits) seen.add(id);
    after = hasNextPage ? hits.at(-1)?.cursor : undefined;
  } while (after !== undefined);
  expect(seen.size).toBe(maxCandidates);
});
