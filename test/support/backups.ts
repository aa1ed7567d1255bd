import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import type { RestoreOptions } from '../../src/backup/restore-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { readRestorable } from '../../src/backup/restore-checks.ts';
import { transientTables } from '../../src/backup/table-catalogue.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { createAdministrationContext } from '../../src/domain/workspaces/administration-context.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { seedWorkspace } from '../../src/seed/index.ts';
import { testAttachments } from './api.ts';
import { createEmptyDatabase, createTestDatabase, dropDatabase } from './database.ts';
import { insertOneOfEach } from './sample-records.ts';

/** Names of backups that are removed when the test file is done. */
export function useBackupFiles(): () => string {
  const paths: string[] = [];
  afterAll(() => Promise.all(paths.map((path) => rm(path, { force: true }))));
  return () => {
    const path = join(tmpdir(), `actiongraph-${randomUUID()}.backup`);
    paths.push(path);
    return path;
  };
}

/** Databases of a test file, dropped when it is done. */
export function useDatabases() {
  // Each restore makes, empties and checks every table.
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
  const urls: string[] = [];
  const drops: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all([...drops.map((drop) => drop()), ...urls.map(dropDatabase)]);
  });
  return {
    /** Without any table. */
    empty: async () => {
      const url = await createEmptyDatabase();
      urls.push(url);
      return url;
    },
    /** With the tables of this release. */
    migrated: async () => {
      const database = await createTestDatabase();
      drops.push(database.drop);
      return database.url;
    },
  };
}

export async function back(url: string, path: string, signal = new AbortController().signal) {
  const { store: files } = testAttachments();
  return createBackup({ url, path, overwrite: true, signal, files, onProgress: () => undefined });
}

export async function restore(url: string, path: string, options: Partial<RestoreOptions> = {}) {
  const { signal } = new AbortController();
  const restorable = await readRestorable(path, signal);
  return restoreBackup(url, restorable, {
    replace: false,
    verify: true,
    releaseMail: false,
    files: testAttachments(),
    signal,
    onProgress: () => undefined,
    onStep: () => undefined,
    ...options,
  });
}

/** Sends statements on a connection of their own; returns the rows of the last. */
export async function sql<Row extends object>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Texts that a careless copy damages. */
const hostile =
  '\\. \\N \\\\ "quoted" \'single\' {a,b} , ; -- \t\n\r\b\f\v Ünïcödé 漢字 👩‍👩‍👧 \u2028';

/** Two workspaces: one with every kind of record and believable data, one with one record in every table. */
export async function fillDatabase(url: string): Promise<{ accountId: number; key: string }> {
  const database = openDatabase({ url });
  try {
    const { prisma, pool } = database;
    const owner = { name: 'Studio Meridian', ownerEmail: 'ada@meridian.example' };
    const { workspace, key } = await createWorkspace(prisma, owner, new Date());
    const { accountId } = workspace;
    const context = await createAdministrationContext(prisma, accountId, new Date());
    await seedWorkspace(prisma, context, { clients: 4, months: 2 });
    const other = await insertOneOfEach(pool);
    await pool.query('UPDATE "Client" SET name = $2, "customValues" = $3 WHERE "accountId" = $1', [
      other,
      hostile,
      JSON.stringify({ [hostile]: [hostile, null, 1.5e-7, { deep: '\\u0041' }] }),
    ]);
    await pool.query(
      'UPDATE "OutboxMail" SET recipients = $2, body = $3, html = $4 WHERE "accountId" = $1',
      [other, [hostile, '', 'NULL'], hostile.repeat(20_000), ''],
    );
    // Staged entries get their positions in the backup.
    await pool.query('SELECT "publish_log_entries"(1000000)');
    return { accountId, key };
  } finally {
    await database.close();
  }
}

/** Tables that depend on the time, or on the database itself. */
const bookkeeping = [...transientTables, '_prisma_migrations'];

/** Every row of every table there is, as text. */
export async function rowsOf(url: string, schema = 'public'): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>(
    url,
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace
     ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !bookkeeping.includes(table.name))) {
    const rows = await sql<{ row: string }>(
      url,
      'SET TimeZone = UTC',
      `SELECT t::text AS row FROM "${schema}"."${name}" t ORDER BY 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** What guards and numbers the rows: constraints, triggers, indexes, and where sequences go on. */
export async function guardsOf(url: string) {
  return {
    constraints: await sql(
      url,
      `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated, condeferrable
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    triggers: await sql(
      url,
      `SELECT tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger
       WHERE NOT tgisinternal ORDER BY 1, 2`,
    ),
    indexes: await sql(
      url,
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    ),
    extensions: await sql(url, 'SELECT extname FROM pg_extension ORDER BY 1'),
    schemas: await sql(
      url,
      `SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)' ORDER BY 1`,
    ),
  };
}
