import { performance } from 'node:perf_hooks';
import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { ask, askFor } from '../support/graphql.ts';

/** Conditions on the custom values of 100,000 clients. */

const api = useTestApi();

const clients = 100_000;
const batch = 5_000;

const fields = [
  ['fld_number', 'score', 'NUMERIC', 'n'],
  ['fld_date', 'renewal', 'DATE', `('2000-01-01'::date + (n % 9_000))::text`],
  ['fld_choice', 'tier', 'SELECT', `'Tier ' || n % 2_000`],
  ['fld_text', 'code', 'TEXT', `'Code ' || n`],
  ['fld_flag', 'partner', 'CHECKBOX', 'n % 1_000 = 0'],
] as const;

beforeAll(async () => {
  const { accountId } = api.ours;
  const { pool } = api.database;
  for (const [id, key, type] of fields) {
    await pool.query(
      `INSERT INTO "CustomField" ("accountId", id, "recordType", name, "mappingKey", type, options)
       VALUES ($1, $2, 'CLIENT', $3, $3, $4::text::"CustomFieldType", '{}')`,
      [accountId, id, key, type],
    );
  }
  const values = fields.map(([id, , , sql]) => `'${id}', ${sql}`).join(', ');
  for (let first = 1; first <= clients; first += batch) {
    await pool.query(
      `INSERT INTO "Client" ("accountId", id, name, "customValues")
       SELECT ${accountId}, 'cli_' || n, 'Client ' || n, jsonb_build_object(${values})
       FROM generate_series(${first}, ${first + batch - 1}) n`,
    );
  }
  await api.owner.query('VACUUM ANALYZE "Client"');
}, 600_000);

const conditions: Record<string, [condition: string, found: number]> = {
  'an equal number': ['key: "score", number: { equals: 50000 }', 1],
  'a range of numbers': ['key: "score", number: { gte: 99900 }', 101],
  'a wide range of numbers': ['key: "score", number: { gte: 20000 }', 80_001],
  'a day': ['key: "renewal", date: { equals: "2004-05-06" }', 11],
  'a range of days': ['key: "renewal", date: { gte: "2003-01-01", lt: "2003-01-08" }', 77],
  'a choice': ['key: "tier", choice: { equals: "Tier 17" }', 50],
  'a text in any case': ['key: "code", text: { equals: "CODE 4711", mode: INSENSITIVE }', 1],
  'a boolean': ['key: "partner", flag: { equals: true }', 100],
  'no record': ['key: "score", number: { lt: 0 }', 0],
};

const sourceOf = (condition: string, selection: string) =>
  `{ clients(first: 50, where: { customValues: { some: [{ ${condition} }] } }) { ${selection} } }`;

test.each(Object.entries(conditions))('finds %s', async (name, [condition, count]) => {
  const { context } = api.ours;
  const { data } = await askFor(context, sourceOf(condition, 'totalCount'));
  expect(data.clients.totalCount).toBe(count);
  const read = () => ask(context, sourceOf(condition, 'nodes { id name }'));
  const { result, statements } = await recordStatements(read);
  expect(result.data.clients.nodes).toHaveLength(Math.min(50, count));
  expect(statements).toHaveLength(2);
  const times: number[] = [];
  for (let run = 0; run < 60; run += 1) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  const [p50, p95] = [0.5, 0.95].map(
    (part) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)],
  );
  process.stdout.write(`${name}: p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms\n`);
});
