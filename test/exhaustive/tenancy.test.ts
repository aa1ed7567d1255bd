import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { globalModels } from '../../src/database/models/global-models.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Read from the catalogue of the database, which it enforces regardless of the schema. */
let home: TestDatabase;
/** The user of the catalogue queries. */
let catalogue: Pick<pg.Pool, 'query'>;

beforeAll(async () => {
  home = await createTestDatabase();
  catalogue = home.owner;
});
afterAll(() => home.drop());

const global: readonly string[] = globalModels;
const ofWorkspaces = Object.keys(Prisma.ModelName).filter((model) => !global.includes(model));

interface Index {
  name: string;
  table: string;
  columns: string[];
  primary: boolean;
}

async function uniqueIndexes(): Promise<Index[]> {
  const { rows } = await catalogue.query(`
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

/** Unique indexes of a workspace's tables that do not begin with the workspace. */
const indexesApart = async () =>
  (await uniqueIndexes())
    .filter(({ columns, table }) => columns[0] !== '"accountId"' && !global.includes(table))
    .map(({ name }) => name);

test('every unique index begins with the workspace, so that other workspaces take nothing', async () => {
  expect((await uniqueIndexes()).length).toBeGreaterThan(30);
  expect(await indexesApart()).toEqual([]);
});

/** Tables without a workspace, sorted. */
async function tablesWithoutWorkspace(): Promise<string[]> {
  const { rows } = await catalogue.query(`
    SELECT c.relname::text AS table FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations' AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'accountId' AND NOT a.attisdropped)`);
  return rows.map(({ table }) => table).sort();
}

test('the models without a workspace are those of sign-in', async () => {
  expect(await tablesWithoutWorkspace()).toEqual([...global].sort());
});

interface Key {
  name: string;
  table: string;
  target: string;
  from: string;
  to: string;
}

async function foreignKeys(): Promise<Key[]> {
  const { rows } = await catalogue.query(`
    SELECT conname::text AS name, replace(conrelid::regclass::text, '"', '') AS table,
      replace(confrelid::regclass::text, '"', '') AS target,
      (SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) AS "from",
      (SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) AS "to"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  return rows;
}

/** Foreign keys of a workspace's tables that do not carry the workspace; of the others those that lead into a workspace. */
const keysApart = async () =>
  (await foreignKeys())
    .filter(({ from, table, target, to }) =>
      global.includes(table) ? !global.includes(target) : `${from} ${to}` !== 'accountId accountId',
    )
    .map(({ name }) => name);

/** Tables whose rows belong to a workspace that is there by another way than a foreign key: by which one, and where that is tested. */
const checkedOtherwise: Record<string, string> = {
  LogEntry:
    'publish_log_entries and prevent_delete_with_audit_log, in test/domain/workspaces/delete-workspace.test.ts',
};

test('every foreign key carries the workspace, so that no link leads out of it', async () => {
  const linked = (await foreignKeys()).map(({ table }) => table);
  const expected = ofWorkspaces.filter((table) => !(table in checkedOtherwise));
  expect(new Set(linked.filter((table) => !global.includes(table)))).toEqual(new Set(expected));
  // The one way from a workspace to those who sign in: which of its users a person is.
  expect(await keysApart()).toEqual(['User_personId_fkey']);
});

/** Foreign keys that change a row, or move it to another, where the one is changed that they lead to. */
async function cascadingUpdates(): Promise<string[]> {
  const { rows } = await catalogue.query(`
    SELECT conname::text AS name FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND confupdtype <> 'a'`);
  return rows.map(({ name }) => name);
}

test('no key changes another: ids never change, and a statement updates moved rows', async () => {
  expect(await cascadingUpdates()).toEqual([]);
});

/** The tables that the function of a trigger reads or writes, and what replaces it on distributed tables. */
const functions: Record<string, [touches: string, whereSpread: string]> = {
  raise_version: ['nothing', 'each statement as it is sent'],
  clear_amount_due: ['nothing', 'run_trigger_fallbacks'],
  set_portal_since: ['nothing', 'run_trigger_fallbacks'],
  capture_issued_snapshot: ['rows of the workspace', 'capture_issued_snapshots'],
  discard_response_of_erased_client: ['rows of the workspace', 'clear_response_of_erased_client'],
  reject_record_of_erased_client: ['rows of the workspace', 'reject_erased_clients'],
  prevent_delete_with_audit_log: [
    'the log of the workspace',
    'the service, which closes the log before',
  ],
  check_invoice_of_payment: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_payment_total: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_payment_of_refund: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_refunded_total: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_invoice_of_credit_note: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_credited_total: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_client_credit: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
  check_payment_credit: ['rows of the workspace, with COMMIT', 'run_trigger_fallbacks'],
};

/**
 * Trigger functions that the lists do not contain, with the tables that they write and the code that replaces them
 * without triggers.
 */
async function triggersApart(): Promise<string[]> {
  const { rows } = await catalogue.query(`
    SELECT DISTINCT p.proname::text AS name, t.tgtype & 1 = 1 AS "isOfRow" FROM pg_trigger t
      JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  // Processes that cache keys are notified of changes in them by any writer. No other function reads a statement's
  // rows.
  const known = (isOfRow: boolean) => (isOfRow ? Object.keys(functions) : ['notify_key_changes']);
  return rows.filter(({ isOfRow, name }) => !known(isOfRow).includes(name)).map(({ name }) => name);
}

test('triggers work on one row, and those that look at all rows of a statement only forget cached keys', async () => {
  expect(await triggersApart()).toEqual([]);
});

test('the checks of triggers exist outside of them as well', async () => {
  const { rows } = await catalogue.query<{ name: string; source: string }>(
    `SELECT proname::text AS name, prosrc AS source FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  const sources = new Map(rows.map(({ name, source }) => [name, source]));
  const called = (name: string) =>
    [
      ...(sources.get(name) ?? '').matchAll(
        /"(assert_\w+|build_seller_snapshot|contains_erased_client)"\(/g,
      ),
    ].map(([, one]) => one);
  for (const [name, [, whenDistributed]] of Object.entries(functions)) {
    expect(sources.has(name), name).toBe(true);
    if (whenDistributed.includes(' ')) continue;
    expect(sources.has(whenDistributed), whenDistributed).toBe(true);
    expect(called(whenDistributed), name).toEqual(expect.arrayContaining(called(name)));
    expect(called(name).length > 0, name).toBe(/^(check_|capture_|discard_)/.test(name));
  }
});

test('a violation of one of these rules is found', async () => {
  const client = await home.owner.connect();
  catalogue = client;
  try {
    await client.query(`BEGIN;
      CREATE UNIQUE INDEX planted_index ON "Vendor" (name);
      ALTER TABLE "Client" ADD CONSTRAINT planted_id UNIQUE (id);
      ALTER TABLE "Expense" ADD CONSTRAINT planted_key FOREIGN KEY ("clientId") REFERENCES "Client" (id);
      ALTER TABLE "Expense" ADD CONSTRAINT planted_cascade FOREIGN KEY ("accountId", "clientId")
        REFERENCES "Client" ("accountId", id) ON UPDATE CASCADE;
      CREATE TABLE "Planted" (id text PRIMARY KEY);
      CREATE FUNCTION planted_each() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE FUNCTION planted_all() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER planted AFTER INSERT ON "Vendor" FOR EACH ROW EXECUTE FUNCTION planted_each();
      CREATE TRIGGER planted_all AFTER INSERT ON "Vendor" EXECUTE FUNCTION planted_all()`);
    expect(await indexesApart()).toEqual(['"Planted_pkey"', 'planted_id', 'planted_index']);
    expect(await keysApart()).toEqual(expect.arrayContaining(['planted_key']));
    expect(await cascadingUpdates()).toEqual(['planted_cascade']);
    expect(await tablesWithoutWorkspace()).toContain('Planted');
    expect(await triggersApart()).toEqual(['planted_all', 'planted_each']);
  } finally {
    catalogue = home.owner;
    await client.query('ROLLBACK');
    client.release();
  }
});
