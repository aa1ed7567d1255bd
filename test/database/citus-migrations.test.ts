import pg from 'pg';
import { expect, test } from 'vitest';
import {
  splitSqlStatements,
  toCitusMigration,
} from '../../src/database/migrations/citus-migrations.ts';
import { readMigrations } from '../../src/database/migrations/migration-files.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';

test('a migration is split only where a statement ends', () => {
  const sql = `-- One; two
CREATE FUNCTION a() RETURNS text LANGUAGE sql AS $$ SELECT 'a;b'; SELECT ';' $$;
/* ; */ INSERT INTO "a;b" VALUES ('it''s; so');
`;
  expect(splitSqlStatements(sql)).toEqual([
    `CREATE FUNCTION a() RETURNS text LANGUAGE sql AS $$ SELECT 'a;b'; SELECT ';' $$`,
    `INSERT INTO "a;b" VALUES ('it''s; so')`,
  ]);
});

test('if tables are distributed, a new one is distributed immediately, and there are no triggers', () => {
  const sql = `CREATE TABLE "Thing" (id text); CREATE TABLE "SignInMail" (id text);
    DROP TRIGGER a ON "Thing"; CREATE CONSTRAINT TRIGGER b AFTER UPDATE ON "Thing" FOR EACH ROW EXECUTE FUNCTION c();
    ALTER TABLE "Thing" ENABLE ALWAYS TRIGGER b; ALTER TABLE "Thing" ADD COLUMN d int`;
  expect(toCitusMigration(sql)).toEqual([
    'CREATE TABLE "Thing" (id text)',
    `SELECT create_distributed_table('"Thing"', 'accountId', colocate_with => '"Workspace"')`,
    'CREATE TABLE "SignInMail" (id text)',
    `SELECT create_reference_table('"SignInMail"')`,
    'ALTER TABLE "Thing" ADD COLUMN d int',
  ]);
});

test('a block that creates triggers for several tables is skipped if tables are distributed', async () => {
  const block = `DO $$ BEGIN EXECUTE 'CREATE TRIGGER a AFTER INSERT ON b EXECUTE FUNCTION c()'; END $$`;
  expect(toCitusMigration(`${block}; DO $$ BEGIN PERFORM 1; END $$`)).toEqual([
    'DO $$ BEGIN PERFORM 1; END $$',
  ]);
  const blocks = (await readMigrations()).flatMap(({ sql }) => {
    const left = new Set(toCitusMigration(sql));
    return splitSqlStatements(sql).filter((text) => /^DO\b/.test(text) && !left.has(text));
  });
  expect(blocks.length).toBeGreaterThan(0);
  for (const text of blocks)
    expect(text).not.toMatch(/\b(?:ALTER|UPDATE\s+"|INSERT\s+INTO|DELETE)\b/);
});

test('statement by statement, every migration is the same', async () => {
  const url = await createEmptyDatabase();
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const { sql } of await readMigrations()) {
      await client.query('BEGIN');
      for (const statement of splitSqlStatements(sql)) await client.query(statement);
      await client.query('COMMIT');
    }
    const { rows } = await client.query(`SELECT count(*)::int AS found FROM "Invoice"`);
    expect(rows).toEqual([{ found: 0 }]);
  } finally {
    await client.end();
    await dropDatabase(url);
  }
});
