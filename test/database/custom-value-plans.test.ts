import { beforeAll, expect, test } from 'vitest';
import { quoteLiteral } from '../../src/query/conditions.ts';
import { hasKeySql } from '../../src/query/custom-values.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const clients = 20_000;

beforeAll(async () => {
  await api.database.pool.query(
    `INSERT INTO "Client" ("accountId", id, name, "customValues")
     SELECT $1, 'cli_' || n, 'Client ' || n, jsonb_build_object('fld_score', n) FROM generate_series(1, ${clients}) n`,
    [api.ours.accountId],
  );
  await api.owner.query('VACUUM ANALYZE "Client"');
});

/** The records that PostgreSQL expects with the keys, which decides whether it reads the list in its order. */
async function planOf(prefixes: readonly string[]): Promise<{ expected: number; plan: string }> {
  const condition = hasKeySql({ fieldId: 'fld_score', prefixes }, 't', (value) =>
    quoteLiteral(String(value)),
  );
  const { rows } = await api.owner.query(`EXPLAIN SELECT t.id FROM "Client" t WHERE ${condition}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return { expected: Number(/rows=(\d+)/.exec(plan)?.[1]), plan };
}

test('PostgreSQL knows that most records have a key of a wide range of numbers', async () => {
  const { expected } = await planOf(['#253', '#254', '#26']);
  expect(expected).toBeGreaterThan(clients / 2);
});

test('few records have the keys of a narrow range, and the index finds them', async () => {
  const { expected, plan } = await planOf(['#25199', '#26', '#27', '#28', '#29', '#3']);
  expect(expected).toBeLessThan(clients / 20);
  expect(plan).toContain('Client_customValues_idx');
});
