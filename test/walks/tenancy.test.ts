import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInModels } from '../../src/domain/kernel/sign-in-models.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Read from the database's own catalogue: what it enforces, whatever the schema says. */
let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

const global: readonly string[] = signInModels;
const ofWorkspaces = Object.keys(Prisma.ModelName).filter((model) => !global.includes(model));

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
  const apart = primary.filter(({ columns }) => columns[0] !== '"accountId"');
  expect(apart.map(({ table }) => table).sort()).toEqual([...global].sort());
});

test('every unique index begins with the workspace, so that nothing is taken by a stranger', async () => {
  const indexes = await uniqueIndexes();
  expect(indexes.length).toBeGreaterThan(30);
  const apart = indexes.filter(({ columns }) => columns[0] !== '"accountId"');
  expect(apart.filter(({ table }) => !global.includes(table))).toEqual([]);
});

test('what belongs to no workspace is who signs in, and carries no workspace', async () => {
  const { rows } = await home.database.pool.query(`
    SELECT c.relname::text AS table FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations' AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'accountId' AND NOT a.attisdropped)`);
  expect(rows.map(({ table }) => table).sort()).toEqual([...global].sort());
});

test('every foreign key carries the workspace, so that no link leads out of it', async () => {
  const { rows } = await home.database.pool.query(`
    SELECT conname::text AS name, conrelid::regclass::text AS table,
      (SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) AS "from",
      (SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) AS "to"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  const linked = new Set(rows.map(({ table }) => table.replaceAll('"', '')));
  expect(new Set(ofWorkspaces)).toEqual(
    new Set([...linked].filter((table) => !global.includes(table))),
  );
  const apart = rows.filter(({ from, to }) => from !== 'accountId' || to !== 'accountId');
  const stays = apart.filter(({ table }) => global.includes(table.replaceAll('"', '')));
  expect(new Set(stays.map(({ from, to }) => `${from} ${to}`))).toEqual(new Set(['personId id']));
  // The one way from a workspace to those who sign in: which of its users a person is.
  expect(apart.filter((key) => !stays.includes(key)).map(({ name }) => name)).toEqual([
    'User_personId_fkey',
  ]);
});

test('no key is changed by another: ids never change, and what moves is moved by a statement', async () => {
  const { rows } = await home.database.pool.query(`
    SELECT conname::text AS name FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND confupdtype <> 'a'`);
  expect(rows).toEqual([]);
});

/** What a trigger's function touches beside the row that is written. */
const functions: Record<string, string> = {
  raise_version: 'nothing',
  owe_nothing: 'nothing',
  begin_portal_access: 'nothing',
  keep_seller: 'reads rows of the workspace',
  keep_nothing_of_erased: 'reads rows of the workspace',
  refuse_for_erased: 'reads rows of the workspace',
  check_payment: 'reads rows of the workspace, when the transaction commits',
  check_invoice: 'reads rows of the workspace, when the transaction commits',
  check_refund: 'reads rows of the workspace, when the transaction commits',
  check_refunded: 'reads rows of the workspace, when the transaction commits',
  check_credit_note: 'reads rows of the workspace, when the transaction commits',
  check_credited: 'reads rows of the workspace, when the transaction commits',
  check_client_credit: 'reads rows of the workspace, when the transaction commits',
  check_payment_credit: 'reads rows of the workspace, when the transaction commits',
};

test('triggers work on one row, and those that look at all rows of a statement only forget remembered keys', async () => {
  const { rows } = await home.database.pool.query<{ name: string; isOfRow: boolean }>(`
    SELECT DISTINCT p.proname::text AS name, t.tgtype & 1 = 1 AS "isOfRow" FROM pg_trigger t
      JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  const named = (isOfRow: boolean) =>
    rows.filter((row) => row.isOfRow === isOfRow).map(({ name }) => name);
  expect(named(true)).toEqual(Object.keys(functions).sort());
  // Processes that remember keys are told of theirs, whoever writes them; nothing else looks at a statement's rows.
  expect(named(false)).toEqual(['tell_keys']);
});
