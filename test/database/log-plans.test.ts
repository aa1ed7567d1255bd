import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../src/platform/context/context.ts';
import { createContext } from '../../src/write/request-context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { askFor } from '../support/graphql.ts';

/** Entries that each of the two workspaces has. */
const entries = 30_000;

let home: TestDatabase;
let context: Context;

/** The content of all but the oldest entries of one workspace. Those of the other have the opposite. */
const standard = `'UPDATED', 'Client', 'KEY', 'key_usual', 'updateClient'`;
const rare = `'DELETED', 'Vendor', 'PERSON', 'usr_7', 'deleteVendor'`;

beforeAll(async () => {
  home = await createTestDatabase({ role: undefined, poolSize: 1, limits: { statement: 120_000 } });
  const { prisma, pool } = home.database;
  for (const name of ['Ours', 'Large']) await prisma.workspace.create({ data: { name } });
  const add = (accountId: number, from: number, to: number, values: string, id = "'rec_' || n") =>
    pool.query(`INSERT INTO "LogEntry" ("accountId", kind, "recordType", "actorKind", "actorId", operation, "recordId", "requestId", "createdAt")
      SELECT ${accountId}, ${values}, ${id}, 'req_' || n, timestamptz '2031-01-01' + n * interval '1 minute' FROM generate_series(${from}, ${to}) n`);
  await add(1, 1, 3, rare, "'rec_1'");
  await add(1, 4, entries, standard);
  await add(2, 1, entries, rare);
  await pool.query('VACUUM ANALYZE "LogEntry"');
  // As the embedded server has it, whichever server the tests run on.
  await pool.query('SET random_page_cost = 1.1');
  context = createContext({
    root: prisma,
    accountId: 1,
    actor: { keyId: null, keyName: null, scopes: ['read', 'keys:read'] },
    workspace: { name: 'Ours', currency: 'USD', timeZone: 'UTC', language: null, ownerId: 1 },
    now: new Date(),
    requestId: 'test',
    publicUrl: 'http://localhost',
  });
});
afterAll(() => home.drop());

/** The blocks of the log and its indexes that were read so far. The one connection reports its own immediately. */
async function readBlocks(): Promise<number> {
  const { pool } = home.database;
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    `SELECT (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int AS n
     FROM pg_statio_user_tables WHERE relname = 'LogEntry'`,
  );
  return rows[0].n;
}

/** What finds three entries, the oldest, that another workspace has many of. */
const filters: Record<string, string> = {
  'of a record': 'recordId: "rec_1", operation: "deleteVendor"',
  'of a type': 'type: "Vendor"',
  'by an actor': 'actor: "usr_7"',
  'by actors of a kind': 'actorKind: [PERSON]',
  'by actors of several kinds': 'actorKind: [PERSON, CONTACT, CUSTOMER]',
  'by an operation': 'operation: "deleteVendor"',
  'of a kind': 'kind: [DELETED]',
  'of several kinds': 'kind: [DELETED, ERASED, SIGNED_IN]',
  'before a moment': 'to: "2031-01-01T00:03:30Z"',
  'by an actor, an operation and of a kind':
    'actor: "usr_7", operation: "deleteVendor", kind: [DELETED]',
};

describe(`of ${entries} entries, the three oldest`, () => {
  test.each(Object.entries(filters))('%s are found by an index', async (_, filter) => {
    const source = `{ auditLog(${filter}, first: 5) { nodes { recordId } } }`;
    // As often as it takes to be planned for any values.
    for (let time = 0; time < 8; time += 1) {
      const before = await readBlocks();
      const { data } = await askFor(context, source);
      const blocks = (await readBlocks()) - before;
      expect(data.auditLog.nodes).toHaveLength(3);
      expect(blocks, `blocks, the time ${time}`).toBeLessThan(60);
    }
  });

  test('no search without an actor reads the whole log', async () => {
    for (const filter of ['actor: "usr_8"', 'operation: "none"', 'kind: [EXPORTED]']) {
      const before = await readBlocks();
      const { data } = await askFor(context, `{ auditLog(${filter}) { nodes { recordId } } }`);
      expect([filter, data.auditLog.nodes]).toEqual([filter, []]);
      expect((await readBlocks()) - before, filter).toBeLessThan(60);
    }
  });
});
