import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { seedWorkspace } from '../../src/seed/index.ts';
import { assertReferences, checkRows } from '../../src/seed/references.ts';
import { Rows } from '../../src/seed/rows.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** The owner of the tables may leave the checks of single rows out; whoever may not has them. */
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
  const rows = new Rows();
  rows.add('Contact', { accountId, id, clientId: 'cli_missing', firstName: 'Ada' });
  const loading = owner.prisma.$transaction(async (db) => {
    await checkRows(db, false);
    await rows.insert(db);
    await assertReferences(db, accountId, new Map([['Contact', id]]));
  });
  await expect(loading).rejects.toThrow('1 rows break Contact_accountId_clientId_fkey');
  expect(await api.database.prisma.contact.count({ where: { accountId, id } })).toBe(0);
});
