import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let home: TestDatabase;
let impatient: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
  impatient = await createTestDatabase({ poolSize: 2, limits: { transaction: 200 } });
});
afterAll(async () => {
  await home.drop();
  await impatient.drop();
});

const decimal = (text: string) => new Prisma.Decimal(text);

/** What a statement answers for each type that columns have, and for arrays of it. */
const values: [sql: string, value: unknown][] = [
  [`12345678901.2345::numeric`, decimal('12345678901.2345')],
  [
    `ARRAY[0.1, NULL, 12345678901.2345]::numeric[]`,
    [decimal('0.1'), null, decimal('12345678901.2345')],
  ],
  [`9007199254740993::int8`, 9007199254740993n],
  [`ARRAY[9007199254740993]::int8[]`, [9007199254740993n]],
  [`7::int4`, 7],
  [`ARRAY[1, NULL]::int4[]`, [1, null]],
  [`true`, true],
  [`'a "b'::text`, 'a "b'],
  [`ARRAY['a "b', '', NULL, 'c,d']`, ['a "b', '', null, 'c,d']],
  [`'2026-03-31'::date`, new Date('2026-03-31T00:00:00Z')],
  [`ARRAY['2026-03-31', NULL]::date[]`, [new Date('2026-03-31T00:00:00Z'), null]],
  [`'2026-03-31T14:00:00.123+02'::timestamptz`, new Date('2026-03-31T12:00:00.123Z')],
  [`ARRAY['2026-03-31T14:00Z']::timestamptz[]`, [new Date('2026-03-31T14:00:00Z')]],
  [`'09:30:00'::time`, new Date('1970-01-01T09:30:00Z')],
  [`ARRAY['09:30:00']::time[]`, [new Date('1970-01-01T09:30:00Z')]],
  [`'{"a": [1.5, null]}'::jsonb`, { a: [1.5, null] }],
  [`'CLIENT'::"ClientType"`, 'CLIENT'],
  [`NULL::numeric`, null],
];

test.each(values)('%s is the same value inside a transaction and outside', async (sql, value) => {
  const { prisma } = home.database;
  const text = `SELECT ${sql} AS value`;
  expect(await prisma.$queryRawUnsafe(text)).toEqual([{ value }]);
  const inside = await prisma.$transaction((db) => db.$queryRawUnsafe(text));
  expect(inside).toEqual([{ value }]);
});

test('values reach the database as what they are, inside a transaction and outside', async () => {
  const { prisma } = home.database;
  const amounts = [decimal('0.1'), decimal('12345678901.2345')];
  const day = new Date('2026-03-31T14:00:00.123Z');
  const sql = Prisma.sql`SELECT ${amounts}::numeric[] AS amounts, ${day}::timestamptz AS day`;
  const expected = [{ amounts, day }];
  expect(await prisma.$queryRaw(sql)).toEqual(expected);
  expect(await prisma.$transaction((db) => db.$queryRaw(sql))).toEqual(expected);
});

test('statements written by hand are part of the transaction that they are sent in', async () => {
  const { prisma } = home.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  const insert = Prisma.sql`INSERT INTO "Vendor" ("accountId", id, name) VALUES (${accountId}, 'ven_1', 'One')`;
  const work = prisma.$transaction(async (db) => {
    expect(await db.$executeRaw(insert)).toBe(1);
    expect(await db.vendor.count({ where: { accountId } })).toBe(1);
    expect(await prisma.vendor.count({ where: { accountId } })).toBe(0);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await prisma.vendor.count({ where: { accountId } })).toBe(0);
  const { statements } = await countStatements(() =>
    prisma.$transaction((db) => db.$executeRaw(insert)),
  );
  expect(statements.map((text) => text.split(' ')[0])).toEqual(['BEGIN', 'INSERT', 'COMMIT']);
  expect(await prisma.vendor.count({ where: { accountId } })).toBe(1);
});

test('transactions at once keep to their own connections', async () => {
  const { prisma } = home.database;
  const ids = await Promise.all(
    Array.from({ length: 8 }, () =>
      prisma.$transaction(async (db) => {
        const idOf = async () =>
          (await db.$queryRaw<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`)[0]?.id;
        const [first, , second] = [await idOf(), await db.workspace.count(), await idOf()];
        expect(second).toBe(first);
        return first;
      }),
    ),
  );
  expect(new Set(ids).size).toBe(8);
});

test('a statement that comes after its transaction took too long is not sent, on whichever connection', async () => {
  const { prisma, pool } = impatient.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  const late = prisma.$transaction(async (db) => {
    await db.$queryRaw`SELECT 1`;
    // Until it was rolled back, and its connection given back.
    while (pool.totalCount > pool.idleCount) await new Promise(setImmediate);
    await prisma.$transaction(async (others) => {
      await others.$queryRaw`SELECT 1`;
      await db.$executeRaw`INSERT INTO "Vendor" ("accountId", id, name) VALUES (${accountId}, 'ven_1', 'Late')`;
    });
  });
  await expect(late).rejects.toMatchObject({ code: 'P2028' });
  expect(await prisma.vendor.count({ where: { accountId } })).toBe(0);
});
