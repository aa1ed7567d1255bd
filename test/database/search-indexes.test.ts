import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { searchClients } from '../../src/domain/clients/search.ts';
import { searchContacts } from '../../src/domain/contacts/search.ts';
import type { Context } from '../../src/platform/context/context.ts';
import type { ListJsonQuery } from '../../src/query/record-list.ts';
import { readFirstRecords, readList } from '../../src/query/record-list.ts';
import { createContext } from '../../src/write/request-context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const clients = 10_000;
const contacts = 30_000;

let home: TestDatabase;
let context: Context;

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 1, limits: { statement: 120_000 } });
  const { prisma, pool } = home.database;
  for (const name of ['Large', 'Small']) await prisma.workspace.create({ data: { name } });
  await pool.query(`INSERT INTO "Client" ("accountId", id, name, phone)
    SELECT CASE WHEN n % 10 = 0 THEN 2 ELSE 1 END, 'cli_' || n, md5(n::text) || ' ' || n, '555 ' || lpad(n::text, 7, '0')
    FROM generate_series(1, ${clients}) n`);
  await pool.query(`INSERT INTO "Contact" ("accountId", id, "clientId", "firstName", "lastName", email, phone)
    SELECT CASE WHEN c % 10 = 0 THEN 2 ELSE 1 END, 'con_' || n, 'cli_' || c, left(md5(n::text), 6),
      right(md5(n::text), 8), md5((n * 3)::text) || '@example.com', '556 ' || lpad(n::text, 7, '0')
    FROM (SELECT n, 1 + n % ${clients} AS c FROM generate_series(1, ${contacts}) n) k`);
  const owner = await home.owner.connect();
  await owner.query('VACUUM ANALYZE "Client"');
  await owner.query('VACUUM ANALYZE "Contact"');
  // An idle session reports its blocks up to 10 s late, so they could be counted as blocks of a search.
  await owner.query('SELECT pg_stat_force_next_flush()');
  owner.release();
  context = createContext({
    root: prisma,
    accountId: 1,
    actor: { keyId: null, keyName: null, scopes: ['read'] },
    workspace: { name: 'Large', currency: 'USD', timeZone: 'UTC', language: null, ownerId: 1 },
    now: new Date(),
    requestId: 'test',
    publicUrl: 'http://localhost',
  });
});
afterAll(() => home.drop());

const idsOf = (model: ListJsonQuery['model']): ListJsonQuery => ({
  model,
  parts: [{ as: 'id', kind: 'column', column: 'id', written: 'plain' }],
});

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** The statements of the functions that a statement calls, with parameters for their arguments. */
async function calledBy(sql: string): Promise<string[]> {
  const names = [...sql.matchAll(/"(\w+)"\(/g)].map(([, name]) => name);
  const { rows } = await home.database.pool.query<{ body: string; args: string[] }>(
    `SELECT prosrc AS body, proargnames AS args FROM pg_proc WHERE proname = ANY ($1)
      AND pronamespace = current_schema()::regnamespace ORDER BY 1`,
    [names],
  );
  return rows.map(({ body, args }) => {
    const [, query = ''] = /RETURN QUERY([^;]+);/.exec(body) ?? [];
    return args.reduce(
      (text, name, index) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), () => `$${index + 1}`),
      query,
    );
  });
}

/**
 * The plan of a search's first statement, and of the functions that it calls. The generic one, which a prepared
 * statement may get: it knows none of the parameters, so a plan on indexes holds for every query.
 */
async function planOf(search: () => Promise<unknown>): Promise<PlanNode[]> {
  const { statements } = await recordStatements(search);
  const sql = statements[0] ?? '';
  const plans = [];
  for (const one of [sql, ...(await calledBy(sql))]) plans.push(...(await genericPlanOf(one)));
  return plans;
}

async function genericPlanOf(sql: string): Promise<PlanNode[]> {
  const parameters = new Set(sql.match(/\$\d+/g)).size;
  const client = await home.database.pool.connect();
  try {
    // As the embedded server has it, whichever server the tests run on.
    await client.query('SET random_page_cost = 1.1; SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE search AS ${sql}`);
    const { rows } = await client.query(
      `EXPLAIN (FORMAT JSON) EXECUTE search (${Array(parameters).fill('NULL').join(', ')})`,
    );
    return flatten(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('DEALLOCATE search; RESET plan_cache_mode; RESET random_page_cost');
    client.release();
  }
}

function indexesOf(plan: PlanNode[]): string[] {
  return [...new Set(plan.flatMap((node) => node['Index Name'] ?? []))];
}

function tablesReadWhole(plan: PlanNode[]): string[] {
  return plan
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .flatMap((node) => node['Relation Name'] ?? []);
}

describe(`at ${clients} clients and ${contacts} contacts`, () => {
  test('each way of finding a client has an index, and no table is read whole', async () => {
    const plan = await planOf(() =>
      readList(context, idsOf('Client'), searchClients(context, { query: 'abc' })),
    );
    expect(tablesReadWhole(plan)).toEqual([]);
    expect(indexesOf(plan)).toEqual(
      expect.arrayContaining([
        'Client_search_form_idx',
        'Client_search_phone_idx',
        'Client_search_idx',
        'Contact_search_email_idx',
        'Contact_search_phone_idx',
        'Contact_search_idx',
      ]),
    );
  });

  test('contacts are searched by one index over names and e-mail addresses', async () => {
    const plan = await planOf(() =>
      readList(context, idsOf('Contact'), searchContacts(context, { query: 'abc' })),
    );
    expect(tablesReadWhole(plan)).toEqual([]);
    expect(indexesOf(plan)).toEqual(['Contact_search_idx']);
  });

  test('near matches of a client’s name are found by an index', async () => {
    const plan = await planOf(() =>
      context.names.near('client', 'c4ca4238a0b923820dcc509a6f75849b'),
    );
    expect(tablesReadWhole(plan)).toEqual([]);
    expect(indexesOf(plan)).toEqual(['Client_search_idx']);
  });

  test('each search finds the expected clients, in the caller’s workspace only', async () => {
    const { rows } = await home.database.pool.query(
      `SELECT c.name, c.phone, k.email, k.phone AS "contactPhone", k."firstName" || ' ' || k."lastName" AS "fullName"
       FROM "Client" c JOIN "Contact" k ON k."accountId" = 1 AND k."clientId" = c.id WHERE c.id = 'cli_77' LIMIT 1`,
    );
    const [{ fullName, ...starts }] = rows;
    const digits = [starts.phone.replace(' ', ''), starts.contactPhone.slice(2)];
    const name = fullName.slice(3, -3).toUpperCase();
    for (const query of [...Object.values<string>(starts), ...digits, name]) {
      const find = async (own: Context) => {
        return JSON.parse(
          await readFirstRecords(own, idsOf('Client'), searchClients(own, { query }), 1_000),
        );
      };
      expect(await find(context), query).toMatchObject([{ id: 'cli_77' }]);
      expect(await find({ ...context, accountId: 2 })).toEqual([]);
    }
  });

  /** The ids of the first clients by name, without and with the limit of the search. */
  async function firstOf(query: string, first: number, isReported: boolean) {
    const listing = searchClients(context, { query }, isReported ? first : undefined);
    return readFirstRecords(context, idsOf('Client'), listing, first);
  }

  async function blocksOf(work: () => Promise<unknown>): Promise<number> {
    const observed = async () => {
      const { rows } = await home.database.pool.query(`SELECT pg_stat_force_next_flush(),
        (SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int
         FROM pg_statio_user_tables WHERE relname IN ('Client', 'Contact')) AS n`);
      return rows[0].n;
    };
    await observed();
    const before = await observed();
    await work();
    await observed();
    return (await observed()) - before;
  }

  test('a limited search finds the same, whatever the position of its results in the order', async () => {
    await home.database.pool.query(`INSERT INTO "Client" ("accountId", id, name, phone)
      SELECT 1, 'cli_late_' || n, 'Zz late ' || n, '999 ' || n FROM generate_series(1, 1200) n`);
    const counts: number[] = [];
    for (const query of [
      'a',
      'AB',
      'abc',
      'zz',
      'zz late 77',
      '555 ',
      '556',
      '5550000',
      'c1',
      'nobody at all',
      '%',
    ]) {
      const whole = await firstOf(query, 20, false);
      expect(await firstOf(query, 20, true), query).toBe(whole);
      counts.push(JSON.parse(whole).length);
    }
    expect(counts).toEqual([20, 20, 20, 20, 11, 20, 20, 20, 20, 0, 0]);
  });

  test('letters with thousands of matches take a fraction of the time of all results', async () => {
    const whole = await blocksOf(() => firstOf('a', 10, false));
    const first = await blocksOf(() => firstOf('a', 10, true));
    expect(first).toBeLessThan(whole / 5);
  });
});
