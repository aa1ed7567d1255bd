import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A connection is sent nothing while statements wait for it: pg warns of that, and its next version rejects it. */

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

/** How many statements pg was given for a connection for which another waited already. */
function watchQueues(): () => number {
  const { query } = pg.Client.prototype;
  let waiting = 0;
  pg.Client.prototype.query = function (this: { _queryQueue: unknown[] }, ...all: never[]) {
    if (this._queryQueue.length > 0) waiting += 1;
    return (query as (...given: never[]) => unknown).apply(this, all);
  } as never;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  return () => waiting;
}

test('simultaneous statements of a transaction are sent one after the other, in their order', async () => {
  const { prisma } = home.database;
  const waiting = watchQueues();
  const order: number[] = [];
  const found = await prisma.$transaction(async (db) => {
    const raw = [1, 2, 3, 4].map(async (at) => {
      const [row] = await db.$queryRaw<[{ at: number }]>`SELECT ${at}::int AS at`;
      order.push(at);
      return row.at;
    });
    const models = [db.workspace.count(), db.client.count(), db.vendor.findMany()];
    return Promise.all([...raw, ...models]);
  });
  expect(found).toEqual([1, 2, 3, 4, 0, 0, []]);
  expect(order).toEqual([1, 2, 3, 4]);
  expect(waiting()).toBe(0);
});

test('one that fails holds up none of those behind it', async () => {
  const { prisma } = home.database;
  const waiting = watchQueues();
  const reported = await prisma
    .$transaction(async (db) => {
      const sent = ['SELECT 1', 'SELECT 1/0', 'SELECT 2', 'SELECT 3'].map((text) =>
        db.$queryRawUnsafe(text),
      );
      return (await Promise.allSettled(sent)).map(({ status }) => status);
    })
    .catch((error: Error) => error.message);
  // The transaction had failed by then, which COMMIT reports.
  expect(reported).toMatch(/a statement of the transaction had failed before/);
  expect(waiting()).toBe(0);
  expect(await prisma.workspace.count()).toBe(0);
});
