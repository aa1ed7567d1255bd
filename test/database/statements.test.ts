import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createStatementNames,
  withoutPreparedName,
  withPreparedName,
} from '../../src/database/statements/prepared-statement-names.ts';
import {
  recordStatements,
  runUnrecorded,
} from '../../src/database/statements/statement-recorder.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 1 });
});
afterAll(() => home.drop());

test('every statement of a transaction is counted, its frame included', async () => {
  const { prisma } = home.database;
  const { result, statements } = await recordStatements(() =>
    prisma.$transaction(async (transaction) => {
      const { accountId } = await transaction.workspace.create({ data: { name: 'Studio' } });
      return await transaction.client.count({ where: { accountId } });
    }),
  );
  expect(result).toBe(0);
  expect(statements.map((sql) => sql.split(' ')[0])).toEqual([
    'BEGIN',
    'INSERT',
    'SELECT',
    'COMMIT',
  ]);
});

test('each caller counts its own statements, though all wait for one connection', async () => {
  const { pool, prisma } = home.database;
  const counts = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      recordStatements(async () => {
        for (let index = 0; index < number; index += 1) await pool.query('SELECT 1');
        await prisma.workspace.count();
      }),
    ),
  );
  expect(counts.map(({ statements }) => statements.length)).toEqual([2, 3, 4, 5]);
});

test('bookkeeping can keep out of the count', async () => {
  const { pool } = home.database;
  const { statements } = await recordStatements(async () => {
    runUnrecorded(() => void pool.query('SELECT 2'));
    await pool.query('SELECT 1');
    await sleep(1);
  });
  expect(statements).toEqual(['SELECT 1']);
});

test('a statement is prepared from its second use on; one used once is not', async () => {
  const { pool, prisma } = home.database;
  await prisma.$queryRawUnsafe('SELECT 1 AS once');
  for (let index = 0; index < 3; index += 1) await prisma.$queryRawUnsafe('SELECT 1 AS often');
  const { rows } = await pool.query(
    `SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT 1 AS %'`,
  );
  expect(rows).toEqual([{ statement: 'SELECT 1 AS often' }]);
});

test('names stay bounded however many different statements there are', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 3_000 }, (_, index) => {
    nameOf({ sql: `SELECT ${index}` });
    return nameOf({ sql: `SELECT ${index}` });
  }).filter((name) => name !== '');
  expect(names).toHaveLength(1_000);
  expect(new Set(names).size).toBe(1_000);
});

test('a statement that is to be planned again, and one that is very long, never get a name', () => {
  const nameOf = createStatementNames();
  for (const sql of [withoutPreparedName('SELECT 1'), `SELECT '${'x'.repeat(20_000)}'`]) {
    expect([nameOf({ sql }), nameOf({ sql }), nameOf({ sql })]).toEqual(['', '', '']);
  }
});

test('a statement that is planned once gets a name in spite of its length and operators, and 20 do', () => {
  const nameOf = createStatementNames();
  const search = `SELECT '${'x'.repeat(20_000)}' LIKE $1`;
  const named = Array.from({ length: 30 }, (_, index) => {
    const sql = withPreparedName(`${search} AND $2 = ${index}`);
    expect(nameOf({ sql })).toBe('');
    return nameOf({ sql }) !== '';
  });
  expect(named).toEqual(Array.from({ length: 30 }, (_, index) => index < 20));
  expect([nameOf({ sql: 'SELECT 1' }), nameOf({ sql: 'SELECT 1' })]).toEqual([
    '',
    expect.any(String),
  ]);
  expect(nameOf({ sql: 'SELECT 1' })).not.toBe('');
});

test('an enum in the result of a write is not cast, which a distributed database rejects', async () => {
  const { prisma } = home.database;
  const create = async () =>
    await prisma.workspace.create({ data: { name: 'Cast', numberRestart: 'YEAR' } });
  const { result, statements } = await recordStatements(create);
  expect(result.numberRestart).toBe('YEAR');
  const reported = statements.filter((sql) => sql.includes('"numberRestart"')).map(returningOf);
  expect(reported).toEqual([expect.stringContaining('"numberRestart"')]);
  expect(reported[0]).not.toContain('::');
  const changed = await prisma.$transaction((db) =>
    db.workspace.updateManyAndReturn({
      data: { numberRestart: 'MONTH' },
      where: { accountId: result.accountId },
    }),
  );
  expect(changed[0]?.numberRestart).toBe('MONTH');
});

const returningOf = (sql: string) => sql.slice(sql.lastIndexOf(' RETURNING '));
