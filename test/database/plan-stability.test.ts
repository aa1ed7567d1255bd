import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchClients } from '../../src/domain/clients/search.ts';
import { searchContacts } from '../../src/domain/contacts/search.ts';
import { searchRecords } from '../../src/domain/record-searches/search.ts';
import type { Context } from '../../src/platform/context/context.ts';
import { buildListOrder } from '../../src/query/list-order.ts';
import { countRecords } from '../../src/query/list-queries.ts';
import type { ListJsonQuery, ListQuery } from '../../src/query/record-list.ts';
import { readFirstRecords, readList, readListPart } from '../../src/query/record-list.ts';
import { toCondition } from '../../src/schema/core/where.ts';
import { createContext } from '../../src/write/request-context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ownContacts = 2_000;
const othersContacts = 30_000;

/** Workspaces with one contact, which all have the same address. */
const neighbours = 400;
const sharedAddress = 'info@shared.example';

const clientId = `'cli_' || n % 15000`;
const instant = `'2026-01-01'::timestamptz + n * interval '1 min'`;

/** Columns of the records that are searched by a name or a number, by table. */
const searchedByWords = {
  TimeEntry: {
    '"clientId"': clientId,
    '"userId"': '1',
    '"timerStart"': instant,
    '"timerEnd"': `${instant} + interval '1 min'`,
  },
  Expense: {
    '"clientId"': clientId,
    amount: '1',
    currency: `'CAD'`,
    '"dateCreated"': instant,
    '"billNo"': `'B-' || n`,
  },
  Invoice: {
    '"clientId"': clientId,
    '"invoiceNumber"': 'n',
    '"subTotal"': '1',
    total: '1',
    '"amountDue"': '1',
    '"invoiceNumberFormatted"': `'INV-' || n`,
    status: `'SENT'`,
    currency: `'CAD'`,
    '"dateCreated"': `'2026-01-01'`,
    '"dueDate"': `'2026-01-31'`,
    '"clientInfo"': `'{}'`,
    '"viewToken"': `'token-' || n`,
  },
  Payment: {
    '"invoiceId"': `'rec_' || n`,
    amount: '1',
    date: `'2026-01-01'`,
    '"paymentType"': `'BANK_TRANSFER'`,
    '"referenceNumber"': `'R-' || n`,
  },
  Opportunity: {
    '"clientId"': clientId,
    name: `'Deal ' || n`,
    '"statusId"': `'pst_1'`,
  },
} as const;

const tables = ['Client', 'Contact', ...Object.keys(searchedByWords)];

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase({ role: undefined, poolSize: 1, limits: { statement: 120_000 } });
  const { prisma, pool } = home.database;
  for (const name of ['Ours', 'Large']) await prisma.workspace.create({ data: { name } });
  // Without triggers, which look at each row.
  await pool.query('SET session_replication_role = replica');
  for (const [accountId, contacts] of [
    [1, ownContacts],
    [2, othersContacts],
  ] as const) {
    await pool.query(`INSERT INTO "Client" ("accountId", id, name)
      SELECT ${accountId}, 'cli_' || n, md5(n::text) || ' ' || n FROM generate_series(0, ${contacts / 2 - 1}) n`);
    await pool.query(`INSERT INTO "Contact" ("accountId", id, "clientId", "firstName", "lastName", email)
      SELECT ${accountId}, 'con_' || n, 'cli_' || n / 2, left(md5(n::text), 6), right(md5(n::text), 8),
        md5((n * 3)::text) || '@example.com' FROM generate_series(0, ${contacts - 1}) n`);
  }
  await pool.query(
    `INSERT INTO "Workspace" ("accountId", name) SELECT n, 'Neighbour' FROM generate_series(3, ${neighbours + 2}) n`,
  );
  await pool.query(
    `INSERT INTO "Client" ("accountId", id, name) SELECT n, 'cli_0', 'Client' FROM generate_series(3, ${neighbours + 2}) n`,
  );
  await pool.query(`INSERT INTO "Contact" ("accountId", id, "clientId", email)
    SELECT n, 'con_0', 'cli_0', '${sharedAddress}' FROM generate_series(3, ${neighbours + 2}) n`);
  await pool.query(
    `UPDATE "Contact" SET email = '${sharedAddress}' WHERE "accountId" = 1 AND id = 'con_1000'`,
  );
  for (const [table, columns] of Object.entries(searchedByWords)) {
    await pool.query(`INSERT INTO "${table}" ("accountId", id, ${Object.keys(columns)})
      SELECT 2, 'rec_' || n, ${Object.values(columns)} FROM generate_series(0, 19999) n`);
  }
  for (const table of tables) await pool.query(`VACUUM ANALYZE "${table}"`);
  await pool.query('RESET session_replication_role');
  // As the embedded server has it, whichever server the tests run on.
  await pool.query('SET random_page_cost = 1.1');
});
afterAll(() => home.drop());

function contextOf(accountId: number): Context {
  return createContext({
    root: home.database.prisma,
    accountId,
    actor: { keyId: null, keyName: null, scopes: ['read'] },
    workspace: { name: 'Ours', currency: 'USD', timeZone: 'UTC', language: null, ownerId: 1 },
    now: new Date(),
    requestId: 'test',
    publicUrl: 'http://localhost',
  });
}

/** The blocks of the tables and their indexes that were read so far. The one connection reports its own immediately. */
async function readBlocks(): Promise<number> {
  const { pool } = home.database;
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    `SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int AS n
     FROM pg_statio_user_tables WHERE relname = ANY ($1)`,
    [tables],
  );
  return rows[0].n;
}

async function blocksOf(work: () => Promise<unknown>): Promise<number> {
  const before = await readBlocks();
  await work();
  return (await readBlocks()) - before;
}

const ids: ListJsonQuery = {
  model: 'Contact',
  parts: [{ as: 'id', kind: 'column', column: 'id', written: 'plain' }],
};

const searches: Record<string, (context: Context, query: string) => Promise<unknown>> = {
  'contacts/search': (context, query) => readList(context, ids, searchContacts(context, { query })),
  'clients/search': (context, query) =>
    readList(context, { ...ids, model: 'Client' }, searchClients(context, { query })),
  searchClients: (context, query) =>
    readFirstRecords(
      context,
      { ...ids, model: 'Client' },
      searchClients(context, { query }),
      1_000,
    ),
  'near matches': (context, query) => context.names.near('client', query),
  'a condition of a list that is counted': (context, query) =>
    countRecords(context, 'Contact', {
      kind: 'text',
      column: 'email',
      by: 'contains',
      value: query,
      ignoreCase: true,
    }),
};

describe(`in a workspace with ${ownContacts} contacts, in a database with ${othersContacts}`, () => {
  test.each(Object.entries(searches))(
    '%s by one or two letters keeps its plan after repeated executions',
    async (_, search) => {
      const first: Record<string, number> = {};
      for (const query of ['q!', 'q'])
        first[query] = await blocksOf(() => search(contextOf(1), query));
      for (let time = 0; time < 10; time += 1) {
        for (const [query, blocks] of Object.entries(first)) {
          const again = await blocksOf(() => search(contextOf(1), query));
          expect(again, `${query}, ${time}`).toBeLessThanOrEqual(1.2 * blocks + 30);
        }
      }
      const { rows } = await home.database.pool.query(
        "SELECT statement FROM pg_prepared_statements WHERE generic_plans > 0 AND statement ~ 'LIKE|%|~>=~'",
      );
      expect(rows).toEqual([]);
    },
  );
});

test.each([
  ['TimeEntry', 'client', 1],
  ['Expense', 'client', 1],
  ['Expense', 'B-14000', 1],
  ['Invoice', 'client', 1],
  ['Invoice', 'INV-14000', 1],
  ['Payment', 'client', 1],
  ['Payment', 'R-14000', 1],
  ['Payment', 'INV-14000', 1],
  ['Opportunity', 'client', 1],
  ['Opportunity', 'Deal 14000', 1],
  ['TimeEntry', 'nobody', 0],
] as const)('%s with the words “%s” are found by indexes', async (model, words, found) => {
  const context = contextOf(2);
  const { rows } = await home.database.pool.query(
    `SELECT name FROM "Client" WHERE "accountId" = 2 AND id = 'cli_14000'`,
  );
  const query = words === 'client' ? rows[0].name : words;
  const listing = searchRecords(context, model, { query });
  const read = () => readListPart(context, { ...ids, model }, listing, buildListOrder(model, []));
  expect(JSON.parse((await read()).body)).toHaveLength(found);
  for (let time = 0; time < 7; time += 1) expect(await blocksOf(read)).toBeLessThan(60);
});

describe('clients of which a contact has an address that many workspaces know', () => {
  test.each([
    ['equals', { equals: sharedAddress }],
    ['starts with', { startsWith: sharedAddress.slice(0, 9) }],
    ['equals in any case', { equals: sharedAddress.toUpperCase(), mode: 'insensitive' }],
  ])('are found by the address: %s', async (_, email) => {
    const where = toCondition('Client', { contacts: { some: { email } } });
    const tree: ListJsonQuery = { ...ids, model: 'Client' };
    const listing: ListQuery = { where, orderBy: [{ column: 'name' }, { column: 'id' }] };
    const read = () => readFirstRecords(contextOf(1), tree, listing, 26);
    expect(JSON.parse(await read())).toEqual([{ id: 'cli_500' }]);
    for (let time = 0; time < 7; time += 1) expect(await blocksOf(read)).toBeLessThan(100);
  });
});
