import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { requireTransaction } from '../../src/database/transactions/transactions.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let home: TestDatabase;
let impatient: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
  impatient = await createTestDatabase({
    role: undefined,
    poolSize: 2,
    limits: { transaction: 200 },
  });
});
afterAll(async () => {
  await home.drop();
  await impatient.drop();
});

const decimal = (text: string) => new Prisma.Decimal(text);

/** The values of a statement for each column type, and for arrays of it. */
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

test('values reach the database with their types, inside a transaction and outside', async () => {
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
  const { statements } = await recordStatements(() =>
    prisma.$transaction((db) => db.$executeRaw(insert)),
  );
  expect(statements.map((text) => text.split(' ')[0])).toEqual(['BEGIN', 'INSERT', 'COMMIT']);
  expect(await prisma.vendor.count({ where: { accountId } })).toBe(1);
});

test('simultaneous transactions use their own connections', async () => {
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

test('a transaction that failed in its middle is not taken for done, though its work went on', async () => {
  const { prisma } = home.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  const work = prisma.$transaction(async (db) => {
    await db.vendor.create({ data: { accountId, id: 'ven_1', name: 'One' } });
    await db.$queryRaw`SELECT 1 / 0`.catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('Nothing was written');
  expect(await prisma.vendor.count({ where: { accountId } })).toBe(0);
});

test('a query of a model that is not awaited is part of its transaction, and rejected after its end', async () => {
  const { prisma } = home.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  let late = async (): Promise<unknown> => undefined;
  const { statements } = await recordStatements(() =>
    prisma.$transaction(async (db) => {
      late = () => db.vendor.create({ data: { accountId, id: 'ven_2', name: 'Late' } });
      void db.vendor.create({ data: { accountId, id: 'ven_1', name: 'One' } }).then();
    }),
  );
  expect(statements.map((text) => text.split(' ')[0])).toEqual(['BEGIN', 'INSERT', 'COMMIT']);
  await expect(late()).rejects.toMatchObject({ code: 'P2028' });
  expect(await prisma.vendor.findMany({ where: { accountId } })).toMatchObject([{ id: 'ven_1' }]);
});

test('queries that Prisma sends together never leave their transaction', async () => {
  const { prisma } = home.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  const steps = 8;
  /** Waits until all transactions came as far. */
  const meeting = () => {
    let arrived = 0;
    let goOn = () => {};
    const all = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return () => {
      arrived += 1;
      if (arrived === steps) goOn();
      return all;
    };
  };
  const [allThere, allRead] = [meeting(), meeting()];
  const observed = await Promise.all(
    Array.from({ length: steps }, (_, index) =>
      prisma.$transaction(async (db) => {
        const id = `ven_${index}`;
        await db.vendor.create({ data: { accountId, id, name: id } });
        await allThere();
        const where = (n: number) => ({ accountId_id: { accountId, id: `ven_${n}` } });
        const all = Array.from({ length: steps }, (__, n) =>
          db.vendor.findUnique({ where: where(n) }),
        );
        const found = await Promise.all(all);
        // What others write is seen once they have committed.
        await allRead();
        return found.flatMap((row) => row?.id ?? []);
      }),
    ),
  );
  expect(observed).toEqual(Array.from({ length: steps }, (_, index) => [`ven_${index}`]));
});

test('models work in the transactions after one that lost its connection', async () => {
  const { prisma } = impatient.database;
  for (let round = 0; round < 3; round += 1) {
    const lost = prisma.$transaction(async (db) => {
      await db.workspace.count();
      await db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
    });
    await expect(lost).rejects.toThrow();
    expect(await prisma.$transaction((db) => db.workspace.count())).toBeGreaterThan(0);
  }
});

test('statements sent with COMMIT are written with the rest, or roll it back; the connection stays usable', async () => {
  const { prisma } = impatient.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  const insert = (id: unknown, name: unknown) =>
    Prisma.sql`INSERT INTO "Vendor" ("accountId", id, name) VALUES (${accountId}, ${id}, ${name})`;
  const ids = async () =>
    (await prisma.vendor.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(
      ({ id }) => id,
    );
  const write = (round: number, ...last: Prisma.Sql[]) =>
    prisma.$transaction(async (db) => {
      for (const sql of last) requireTransaction(db).sendWithCommit(sql);
      await db.$executeRaw(insert(`ven_${round}_first`, round));
    });
  const unsendable = {
    toPostgres: () => {
      throw new Error('cannot be sent');
    },
  };
  // Several times, so that the statements are prepared under a name on both connections.
  for (const round of [1, 2, 3, 4, 5]) {
    const first = `ven_${round}_first`;
    await expect(write(round, insert(first, 'Twice'))).rejects.toMatchObject({ code: '23505' });
    await expect(write(round, insert(`ven_${round}_last`, unsendable))).rejects.toThrow(
      'cannot be sent',
    );
    const { statements } = await recordStatements(() =>
      write(round, insert(`ven_${round}_last`, `Last ${round}`), Prisma.sql`SELECT 1`),
    );
    expect(statements.map((text) => text.split(' ')[0])).toEqual([
      'BEGIN',
      'INSERT',
      'INSERT',
      'SELECT',
      'COMMIT',
    ]);
    expect((await ids()).filter((id) => id.startsWith(`ven_${round}`))).toEqual([
      first,
      `ven_${round}_last`,
    ]);
  }
  const { statements } = await recordStatements(() => prisma.$transaction(async () => 'nothing'));
  expect(statements).toEqual([]);
});

test('if statements sent with BEGIN fail, the first statement is not executed, however that is sent', async () => {
  const { prisma } = impatient.database;
  const { accountId } = await prisma.workspace.create({ data: { name: 'Studio' } });
  const row = (id: string) => ({ accountId, id, name: id });
  const byHand = (id: string) =>
    Prisma.sql`INSERT INTO "Vendor" ("accountId", id, name) VALUES (${accountId}, ${id}, ${id})`;
  const first: Record<string, (db: Prisma.TransactionClient, id: string) => Promise<unknown>> = {
    hand: (db, id) => db.$executeRaw(byHand(id)),
    model: (db, id) => db.vendor.create({ data: row(id) }),
    commit: async (db, id) => requireTransaction(db).sendWithCommit(byHand(id)),
    nothing: async () => undefined,
  };
  const failing = (divisor: number) => Prisma.sql`SELECT 1 / ${divisor}::int`;
  const problem = new Error('not to be done');
  // Several times, so that the statements are prepared under a name on both connections.
  for (const round of [1, 2, 3]) {
    const logged: Record<string, unknown> = {};
    for (const [how, write] of Object.entries(first)) {
      for (const divisor of [0, 1]) {
        const states: unknown[] = [];
        const work = prisma.$transaction(async (db) => {
          const guard = requireTransaction(db).sendWithBegin(failing(divisor), problem);
          states.push(guard?.state);
          // The outcome is recorded even if the error is not thrown.
          await write(db, `ven_${round}_${how}_${divisor}`).finally(() =>
            states.push(guard?.state),
          );
          if (how === 'hand') {
            await write(db, `ven_${round}_second_${divisor}`);
            states.push(requireTransaction(db).sendWithBegin(failing(0), problem));
          }
          return 'done';
        });
        const ended = await work.catch((error: unknown) => (error === problem ? 'refused' : error));
        logged[`${how} ${divisor}`] = [ended, ...states];
      }
    }
    expect(logged).toEqual({
      'hand 0': ['refused', 'waiting', 'failed'],
      'hand 1': ['done', 'waiting', 'sent', undefined],
      'model 0': [expect.anything(), 'waiting', 'failed'],
      'model 1': ['done', 'waiting', 'sent'],
      'commit 0': ['refused', 'waiting', 'waiting'],
      'commit 1': ['done', 'waiting', 'waiting'],
      'nothing 0': ['refused', 'waiting', 'waiting'],
      'nothing 1': ['done', 'waiting', 'waiting'],
    });
  }
  const written = await prisma.vendor.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  expect(written.map(({ id }) => id)).toEqual(
    [1, 2, 3].flatMap((round) =>
      ['commit', 'hand', 'model', 'second'].map((how) => `ven_${round}_${how}_1`),
    ),
  );
  const { statements } = await recordStatements(() =>
    prisma.$transaction(async (db) => {
      requireTransaction(db).sendWithBegin(failing(1), problem);
      await db.$executeRaw(byHand('ven_last'));
    }),
  );
  expect(statements.map((text) => text.split(' ')[0])).toEqual([
    'BEGIN',
    'SELECT',
    'INSERT',
    'COMMIT',
  ]);
});
