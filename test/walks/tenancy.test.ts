import { afterAll, beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Read from the database's own catalogue: what it enforces, whatever the schema says. */
let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

interface Index {
  name: string;
  table: string;
  columns: string[];
  primary: boolean;
}

async function uniqueIndexes(): Promise<Index[]> {
  const { rows } = await home.database.pool.query(`
    SELECT i.indexrelid::regclass::text AS name, c.relname::text AS table, i.indisprimary AS primary,
      ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, true) FROM generate_series(1, i.indnkeyatts) n) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
    ORDER BY 1`);
  return rows;
}

test('every model’s key begins with the workspace', async () => {
  const primary = (await uniqueIndexes()).filter((index) => index.primary);
  expect(primary.map(({ table }) => table).sort()).toEqual(Object.keys(Prisma.ModelName).sort());
  expect(primary.filter(({ columns }) => columns[0] !== '"accountId"')).toEqual([]);
});

test('every unique index begins with the workspace, so that nothing is taken by a stranger', async () => {
  const indexes = await uniqueIndexes();
  expect(indexes.length).toBeGreaterThan(30);
  expect(indexes.filter(({ columns }) => columns[0] !== '"accountId"')).toEqual([]);
});

test('every foreign key carries the workspace, so that no link leads out of it', async () => {
  const { rows } = await home.database.pool.query(`
    SELECT conname::text AS name, conrelid::regclass::text AS table,
      (SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) AS "from",
      (SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) AS "to"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  const linked = new Set(rows.map(({ table }) => table.replaceAll('"', '')));
  expect(linked).toEqual(new Set(Object.keys(Prisma.ModelName)));
  expect(rows.filter(({ from, to }) => from !== 'accountId' || to !== 'accountId')).toEqual([]);
});
