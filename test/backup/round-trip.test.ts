import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { authenticateKey } from '../../src/domain/workspaces/authentication.ts';
import { testAttachments } from '../support/api.ts';
import {
  back,
  fillDatabase,
  guardsOf,
  restore,
  rowsOf,
  sql,
  useBackupFiles,
  useDatabases,
} from '../support/backups.ts';
import { dropDatabase } from '../support/database.ts';

const databases = useDatabases();
const newFile = useBackupFiles();
let source: string;
let file: string;
let filled: { accountId: number; key: string };
let rows: Record<string, string[]>;

beforeAll(async () => {
  source = await databases.migrated();
  filled = await fillDatabase(source);
  file = newFile();
  await back(source, file);
  rows = await rowsOf(source);
});

/** What each sequence gives next; asking moves it on. */
const nextOf = (url: string) =>
  sql(
    url,
    `SELECT nextval('"Workspace_accountId_seq"')::int AS workspace, nextval('"User_id_seq"')::int AS "user"`,
  );

describe('a database that is backed up and restored', () => {
  test('is compared in every table there is, each of which has rows', () => {
    const without = Object.entries(rows).filter(([, found]) => found.length === 0);
    expect(without.map(([table]) => table)).toEqual([]);
    expect(Object.keys(rows).length).toBeGreaterThan(30);
  });

  test.each(['empty', 'migrated'] as const)(
    'is the same, row by row, in a database that was %s',
    async (kind) => {
      const target = await databases[kind]();
      const expected = await guardsOf(source);
      const restored = await restore(target, file);
      expect(await rowsOf(target)).toEqual(rows);
      expect(await guardsOf(target)).toEqual(expected);
      expect(restored).toMatchObject({
        tables: Object.keys(rows).length,
        rows: Object.values(rows).flat().length,
        mail: { held: 0, unconfirmed: 0 },
      });
    },
  );

  test('has its webhook endpoints disabled', async () => {
    const state = (columns: string) => sql(source, `UPDATE "WebhookEndpoint" SET ${columns}`);
    await state(`state = 'ACTIVE', "stateReason" = NULL`);
    const path = newFile();
    await back(source, path);
    await state(`state = 'DISABLED', "stateReason" = 'RESTORED'`);
    const target = await databases.empty();
    await restore(target, path);
    const states = await sql(target, 'SELECT DISTINCT state, "stateReason" FROM "WebhookEndpoint"');
    expect(states).toEqual([{ state: 'DISABLED', stateReason: 'RESTORED' }]);
  });

  test('accepts the same keys, and continues its number series', async () => {
    const target = await databases.empty();
    await restore(target, file);
    const database = openDatabase({ url: target });
    const found = await authenticateKey(database.prisma, filled.key, new Date());
    await database.close();
    expect(found).toMatchObject({ accountId: filled.accountId });
    expect(await nextOf(target)).toEqual(await nextOf(source));
  });

  test('is backed up as one moment while it is written to', async () => {
    const target = await databases.empty();
    const path = newFile();
    let isDone = false;
    let pairs = 0;
    // A client and its contact come and go together; a copy that is not of one moment has one without the other.
    const write = async (writer: number) => {
      for (let number = 0; !isDone; number += 1, pairs += 1) {
        const id = `${writer}_${number}`;
        await sql(
          source,
          `BEGIN; INSERT INTO "Contact" ("accountId", id, "clientId") SELECT "accountId", 'con_${id}', id FROM "Client"
             WHERE "accountId" = ${filled.accountId} LIMIT 1;
           INSERT INTO "Vendor" ("accountId", id, name) VALUES (${filled.accountId}, 'ven_${id}', 'Vendor ${id}');
           UPDATE "InvoiceSequence" SET "nextNumber" = "nextNumber" + 1 WHERE "accountId" = ${filled.accountId}; COMMIT`,
        );
      }
    };
    const writers = Promise.all([write(1), write(2)]);
    while (pairs < 10) await sql(source, 'SELECT 1');
    const before = pairs;
    await back(source, path);
    const after = pairs;
    isDone = true;
    await writers;
    await restore(target, path);
    const count = (table: string, prefix: string) =>
      `(SELECT count(*)::int FROM "${table}" WHERE id ~ '^${prefix}_[12]_')`;
    const [found] = await sql<{ contacts: number; vendors: number; numbers: number }>(
      target,
      `SELECT ${count('Contact', 'con')} AS contacts, ${count('Vendor', 'ven')} AS vendors`,
    );
    expect(found?.contacts).toBe(found?.vendors);
    expect(found?.contacts).toBeGreaterThanOrEqual(before);
    expect(after).toBeGreaterThan(before);
  });

  test('leaves no file, complete or partial, if it is interrupted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'actiongraph-backups-'));
    const controller = new AbortController();
    const interrupted = createBackup({
      url: source,
      path: join(folder, 'studio.backup'),
      overwrite: false,
      files: testAttachments().store,
      signal: controller.signal,
      // In the middle of the rows, of which some are written by then.
      onProgress: (_, __, rows) => rows > 100 && controller.abort(new Error('Enough.')),
    });
    await expect(interrupted).rejects.toThrow('Enough.');
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('can be restored by an ordinary user who owns the tables', async () => {
    const target = await databases.empty();
    const { pathname } = new URL(target);
    const role = `restorer_${randomUUID().replaceAll('-', '')}`;
    await sql(
      target,
      `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`,
      `ALTER DATABASE ${pathname.slice(1)} OWNER TO ${role}`,
    );
    const url = new URL(target);
    url.username = role;
    url.password = 'secret';
    await restore(url.href, file);
    await restore(url.href, file, { replace: true });
    expect(await rowsOf(target)).toEqual(rows);
    const path = newFile();
    const { header } = await back(url.href, path);
    expect(header.tables.map(({ name }) => name)).toEqual(Object.keys(rows));
    await dropDatabase(target);
    await sql(source, `DROP ROLE ${role}`);
  });

  test('is in a file readable by its owner only, whose first line states that it holds personal data', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [first = ''] = (await readFile(file, 'latin1')).split('\n', 1);
    expect(JSON.parse(first)).toMatchObject({
      product: 'actiongraph',
      notice: expect.stringContaining('personal data'),
      takenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });
});
