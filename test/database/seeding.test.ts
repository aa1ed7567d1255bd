import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openDatabase } from '../../src/database/client/client.ts';
import { assertForeignKeys, setForeignKeyChecks } from '../../src/seed/foreign-key-checks.ts';
import { seedWorkspace } from '../../src/seed/index.ts';
import { SeedRows } from '../../src/seed/rows.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** The owner of the tables may disable row checks. Others may not. */
let owner: Database;
beforeAll(() => {
  owner = openDatabase({ url: api.databaseUrl });
});
afterAll(() => owner.close());

test('a workspace can be filled twice: names and numbers go on', async () => {
  const { context, accountId } = api.ours;
  const { prisma } = api.database;
  const options = { clients: 12, months: 1, seed: 3 };
  const first = await seedWorkspace(owner.prisma, context, options);
  const second = await seedWorkspace(prisma, context, options);
  expect(second).toBe(first);
  const clients = await prisma.client.findMany({ where: { accountId } });
  expect(new Set(clients.map(({ name }) => name)).size).toBe(24);
  const invoices = await prisma.invoice.findMany({
    where: { accountId },
    orderBy: { invoiceNumber: 'asc' },
  });
  expect(invoices.length).toBeGreaterThan(1);
  expect(invoices.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    invoices.map((_, index) => index + 1),
  );
});

test('a row that refers to nothing is found though rows were not checked one by one', async () => {
  const { accountId } = api.ours;
  const id = 'con_nowhere';
  const rows = new SeedRows();
  rows.add('Contact', { accountId, id, clientId: 'cli_missing', firstName: 'Ada' });
  const loading = owner.prisma.$transaction(async (db) => {
    await setForeignKeyChecks(db, false);
    await rows.insert(db);
    await assertForeignKeys(db, accountId, new Map([['Contact', id]]));
  });
  await expect(loading).rejects.toThrow('1 rows break Contact_accountId_clientId_fkey');
  expect(await api.database.prisma.contact.count({ where: { accountId, id } })).toBe(0);
});

test('the command may take longer than a request, and has a timeout for each statement', async () => {
  const { accountId } = api.ours;
  await owner.pool.query(`
    CREATE TABLE waited (millis int);
    CREATE FUNCTION note_waiting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO waited SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout'; RETURN NULL;
    END $$;
    CREATE TRIGGER note_waiting AFTER INSERT ON "Client" EXECUTE FUNCTION note_waiting();
    ALTER TABLE "Client" ENABLE ALWAYS TRIGGER note_waiting`);
  const config = () => readConfig({ DATABASE_URL: api.databaseUrl });
  const printed: string[] = [];
  const write = (text: string) => void printed.push(text);
  const args = ['seed', '--workspace', `${accountId}`, '--clients', '1', '--months', '0', '--json'];
  const code = await runProgram(args, { config, write, writeError: write });
  expect([code, printed.join('')]).toEqual([0, expect.stringContaining('"clients": 1')]);
  const { rows } = await owner.pool.query('SELECT DISTINCT millis FROM waited');
  expect(rows).toEqual([{ millis: 3_600_000 }]);
});
