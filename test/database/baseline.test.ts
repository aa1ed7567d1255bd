import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missingSchemaSql } from '../../scripts/missing-schema.ts';
import { readSqlFiles } from '../../scripts/sql-files.ts';
import { readPrismaSchemaFiles } from '../../src/config/package-root.ts';
import { readMigrations } from '../../src/database/migrations/migration-files.ts';
import { baselineName } from '../../src/database/migrations/migration-history.ts';
import { applyMigrations, pendingMigrations } from '../../src/database/migrations/migrations.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';

let url: string;
let client: pg.Client;

const migrations = await readMigrations();
const baseline = migrations.filter(({ name }) => name === baselineName);
const names = migrations.map(({ name }) => name);

beforeEach(async () => {
  url = await createEmptyDatabase();
  await applyMigrations(url, { migrations: baseline });
  client = new pg.Client(url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await dropDatabase(url);
});

const firstOfDevelopment = '20261121010000_tables';
const lastOfDevelopment = '20261207010000_log_sequencer';

async function recordMigrations(...names: string[]): Promise<void> {
  await client.query('DELETE FROM _prisma_migrations');
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     SELECT gen_random_uuid()::text, 'x', name, now(), 1 FROM unnest($1::text[]) AS name`,
    [names],
  );
}

const recorded = async () =>
  (await client.query(`SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1`)).rows.map(
    ({ name }) => name,
  );

describe('a database that development versions created', () => {
  const history = [firstOfDevelopment, '20261122060000_tasks', lastOfDevelopment];

  test('gets the baseline if its schema is equal, and keeps its rows', async () => {
    await client.query(`INSERT INTO "Workspace" (name) VALUES ('Ours')`);
    await client.query(
      `CREATE FUNCTION "move_log"(most int) RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    );
    await recordMigrations(...history);
    expect(await pendingMigrations(url)).toEqual(names);
    expect(await applyMigrations(url)).toEqual(names);
    expect(await recorded()).toEqual(names);
    expect(await applyMigrations(url)).toEqual([]);
    const { rows } = await client.query('SELECT name FROM "Workspace"');
    expect(rows).toEqual([{ name: 'Ours' }]);
    const left = await client.query(
      `SELECT 1 FROM pg_proc WHERE proname = 'move_log'
       UNION ALL SELECT 1 FROM pg_namespace WHERE nspname LIKE 'actiongraph_baseline%'`,
    );
    expect(left.rows).toEqual([]);
  });

  test.each([
    ['column Client.extra', 'ALTER TABLE "Client" ADD COLUMN extra int'],
    ['column Client.city', 'ALTER TABLE "Client" ALTER COLUMN city TYPE varchar(9)'],
    [
      'constraint Payment Payment_amount_range',
      'ALTER TABLE "Payment" DROP CONSTRAINT "Payment_amount_range"',
    ],
    ['index "Client_search_name_idx"', 'DROP INDEX "Client_search_name_idx"'],
    ['trigger Invoice owe_nothing', 'DROP TRIGGER owe_nothing ON "Invoice"'],
    ['trigger ApiKey tell_keys_updated', 'ALTER TABLE "ApiKey" ENABLE TRIGGER tell_keys_updated'],
    [
      'function sweep_log(timestamp with time zone,integer)',
      'GRANT EXECUTE ON FUNCTION "sweep_log" TO PUBLIC',
    ],
    [
      'function phone_digits(text)',
      `CREATE OR REPLACE FUNCTION "phone_digits"(phone text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT phone'`,
    ],
    ['enumeration MailKind', `ALTER TYPE "MailKind" ADD VALUE 'OTHER'`],
  ])('keeps its history if it has another %s', async (object, change) => {
    await client.query(change);
    await recordMigrations(...history);
    await expect(applyMigrations(url)).rejects.toThrow(
      `The schema of this database differs from that of the baseline: ${object}. Nothing was changed.`,
    );
    expect(await recorded()).toEqual(history);
  });

  test('is rejected if it lacks the last migration before the baseline', async () => {
    await recordMigrations(...history.slice(0, 2));
    await expect(applyMigrations(url)).rejects.toThrow(
      `too old: it lacks the migration ${lastOfDevelopment}`,
    );
  });
});

test('functions that a migration renames keep their grants', async () => {
  await client.query('GRANT EXECUTE ON FUNCTION "sweep_log" TO pg_monitor');
  await applyMigrations(url);
  const { rows } = await client.query(
    `SELECT has_function_privilege('pg_monitor', p.oid, 'EXECUTE') AS "isGranted",
       has_function_privilege('pg_read_all_stats', p.oid, 'EXECUTE') AS "isPublic"
     FROM pg_proc p WHERE proname = 'delete_expired_audit_entries'`,
  );
  expect(rows).toEqual([{ isGranted: true, isPublic: false }]);
});

test('a changed SQL file is found, and the migration for it is complete', async () => {
  await applyMigrations(url);
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const prisma = readPrismaSchemaFiles();
  expect(await missingSchemaSql(admin.href, prisma)).toBe('');
  const changed = (await readSqlFiles()).map(({ path, sql }) => ({
    path,
    sql: sql
      .replace(`'[^0-9]*\\(0\\)|`, `'[^0-8]*\\(0\\)|`)
      .replace(
        '"Payment_amount_range" CHECK (amount > 0',
        '"Payment_amount_range" CHECK (amount > 1',
      )
      .replace('AFTER TRUNCATE ON "User"', 'AFTER TRUNCATE ON "Person"')
      .replace(
        /ALTER TABLE "User" (ENABLE ALWAYS TRIGGER notify_key_changes_on_truncate)/,
        'ALTER TABLE "Person" $1',
      ),
  }));
  const missing = await missingSchemaSql(admin.href, prisma, changed);
  expect(missing).toContain('CREATE OR REPLACE FUNCTION "phone_digits"');
  expect(missing.match(/^(?:CREATE|ALTER|DROP) .*$/gm)).toEqual([
    'DROP TRIGGER "notify_key_changes_on_truncate" ON "User";',
    'ALTER TABLE "Payment" DROP CONSTRAINT "Payment_amount_range";',
    'CREATE OR REPLACE FUNCTION "phone_digits"(phone text) RETURNS text',
    'ALTER TABLE "Payment" ADD CONSTRAINT "Payment_amount_range" CHECK ((amount > (1)::numeric));',
    'CREATE TRIGGER notify_key_changes_on_truncate AFTER TRUNCATE ON "Person" FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changes();',
    'ALTER TABLE "Person" ENABLE ALWAYS TRIGGER "notify_key_changes_on_truncate";',
  ]);
  await client.query(missing);
});
