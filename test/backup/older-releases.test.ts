import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as migrationFiles from '../../src/database/migrations/migration-files.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import {
  back,
  guardsOf,
  restore,
  rowsOf,
  sql,
  useBackupFiles,
  useDatabases,
} from '../support/backups.ts';

const databases = useDatabases();
const newFile = useBackupFiles();
let names: string[];

/** Migrations of this release that the older ones lack. */
const later = [
  [
    '99990101000000_first',
    `ALTER TABLE "Client" ADD COLUMN formed text; UPDATE "Client" SET formed = lower(name)`,
  ],
  ['99990102000000_second', `ALTER TABLE "Client" ADD COLUMN length int DEFAULT 7`],
].map(([name = '', sql = '']) => ({ name, sql, checksum: name }));

beforeAll(async () => {
  const own = await migrationFiles.readMigrations();
  names = [...own, ...later].map(({ name }) => name);
  vi.spyOn(migrationFiles, 'readMigrations').mockResolvedValue([...own, ...later]);
});

/** A database as the release left it whose newest migration was the one of that number. */
async function databaseOf(count: number): Promise<string> {
  const url = await databases.empty();
  const migrations = (await migrationFiles.readMigrations()).slice(0, count);
  await applyMigrations(url, { migrations });
  return url;
}

const someRows = [
  `INSERT INTO "Workspace" (name, "accountId") VALUES ('Old studio', 41)`,
  `SELECT setval('"Workspace_accountId_seq"', 41)`,
  `INSERT INTO "Client" ("accountId", id, name, "clientType") VALUES (41, 'cli_1', 'Old client', 'PROSPECT')`,
  `INSERT INTO "Invoice" ("accountId", id, "invoiceNumberFormatted", "clientId", currency, "subTotal", total,
     "paymentTotal", "amountDue", "dateCreated", "dueDate", "clientInfo", "viewToken", status)
   VALUES (41, 'inv_1', 'INV-1', 'cli_1', 'EUR', 100, 100, 40, 60, '2026-03-01', '2026-03-31', '{}', 'token', 'PARTIAL')`,
  `INSERT INTO "Payment" ("accountId", id, "invoiceId", amount, date) VALUES (41, 'pay_1', 'inv_1', 40, '2026-03-03')`,
  `INSERT INTO "OutboxMail" ("accountId", id, "invoiceId", recipients, subject, body)
   VALUES (41, 'mai_1', 'inv_1', '{a@b.example}', 'Invoice', 'Here it is.')`,
];

/** Numbers of migrations that older releases had. */
const releases = [1, 2];

describe('a backup of an older release', () => {
  test.each(releases)('after migration %i is brought to the tables of this one', async (count) => {
    const source = await databaseOf(count);
    await sql(source, 'BEGIN', ...someRows, 'COMMIT');
    const file = newFile();
    const { header } = await back(source, file);
    expect(header.migrations.map(({ name }) => name)).toEqual(names.slice(0, count));

    const target = await databases.migrated();
    const fresh = await guardsOf(target);
    await restore(target, file);
    const [found] = await sql(
      target,
      `SELECT w.name AS workspace, c."clientType"::text AS type, i.status::text, i."amountDue"::text, i."instructionsTemplate", p.amount::text,
         m.status::text AS mail, m.attempts, i.version, nextval('"Workspace_accountId_seq"')::int AS next
       FROM "Workspace" w JOIN "Client" c USING ("accountId") JOIN "Invoice" i USING ("accountId")
       JOIN "Payment" p USING ("accountId") JOIN "OutboxMail" m USING ("accountId")`,
    );
    expect(found).toEqual({
      workspace: 'Old studio',
      type: 'PROSPECT',
      status: 'PARTIAL',
      amountDue: '60.0000',
      instructionsTemplate: null,
      amount: '40.0000',
      mail: 'KEPT',
      attempts: 0,
      version: 1,
      next: 42,
    });
    // The additional schema is removed.
    expect(await guardsOf(target)).toEqual(fresh);
  });

  test('replaces the database, or leaves it unchanged without leftovers', async () => {
    const source = await databaseOf(2);
    await sql(source, 'BEGIN', ...someRows, 'COMMIT');
    const file = newFile();
    await back(source, file);
    const target = await databases.migrated();
    await applyMigrations(target);
    await sql(target, `INSERT INTO "Workspace" (name) VALUES ('Former')`);
    const [rows, guards] = [await rowsOf(target), await guardsOf(target)];
    // A rule of the target alone, which the backup's rows break when they are copied into place.
    await sql(target, `ALTER TABLE "Payment" ADD CONSTRAINT no_payment CHECK (amount < 0)`);
    await expect(restore(target, file, { replace: true })).rejects.toThrow(/no_payment/);
    await sql(target, `ALTER TABLE "Payment" DROP CONSTRAINT no_payment`);
    expect(await rowsOf(target)).toEqual(rows);
    expect(await guardsOf(target)).toEqual(guards);
    // What a restore left that was killed is gone as well.
    await sql(target, 'CREATE SCHEMA actiongraph_restore_killed');
    await restore(target, file, { replace: true });
    expect((await rowsOf(target)).Workspace).toHaveLength(1);
    expect(await guardsOf(target)).toEqual(guards);
  });

  test('with tables of another program is restored without them, and reports it', async () => {
    const source = await databases.migrated();
    await sql(source, 'CREATE TABLE theirs (n int)', 'INSERT INTO theirs VALUES (1), (2)');
    await sql(source, `INSERT INTO "Workspace" (name) VALUES ('Ours')`);
    const file = newFile();
    await back(source, file);
    const target = await databases.empty();
    const { skipped } = await restore(target, file);
    expect(skipped).toEqual([{ name: 'theirs', rows: 2 }]);
    expect((await rowsOf(target)).Workspace).toHaveLength(1);
  });

  test('is not created from a database without tables, or with an unfinished migration', async () => {
    const empty = await databases.empty();
    await expect(back(empty, newFile())).rejects.toThrow(/nothing to back up/);
    const unfinished = await databases.migrated();
    await sql(
      unfinished,
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${names[0]}'`,
    );
    await expect(back(unfinished, newFile())).rejects.toThrow(/did not finish/);
  });
});
