import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import { PoolQueueFullError } from '../../src/database/pool/connection-pool.ts';
import { DeadlineError, withDeadline } from '../../src/database/statements/statement-deadline.ts';
import {
  createTestDatabase,
  openTestDatabase,
  patient,
  type TestDatabase,
} from '../support/database.ts';
import { withoutTime } from '../support/expired-deadline.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 2 });
});
afterAll(() => home.drop());

const counted = 'SELECT count(*)::int AS answer FROM generate_series(1, $1::int)';
const divided = 'SELECT 100 / $1::int AS answer';

/** Takes a second or so, where it is not cancelled. */
const many = 5_000_000;

/** A statement that is known to take as long as it does for `usual`. */
async function knownRead({ pool }: Database, text: string, standard = 1) {
  const ask = async (value: number) => {
    const { rows } = await pool.query({ name: text, text, values: [value] });
    return rows[0]?.answer;
  };
  for (let times = 0; times < 20; times += 1) await ask(standard);
  return ask;
}

const onPort = (port: number) => {
  const url = new URL(home.url);
  url.host = `127.0.0.1:${port}`;
  return url.href;
};

const ownPort = () => Number(new URL(home.url).port);

const thrown = (one: PromiseSettledResult<unknown> | undefined) =>
  one?.status === 'rejected' ? one.reason : undefined;

test('a cancellation without a response blocks no reads', async () => {
  const proxy = await startTcpProxy(ownPort());
  const database = openTestDatabase({ url: onPort(proxy.port), poolSize: 4, limits: patient });
  try {
    const ask = await knownRead(database, counted);
    await Promise.all([1, 2, 3, 4].map(() => database.pool.query('SELECT pg_sleep(0.1)')));
    proxy.loseAnswerTo('pg_cancel_backend', 'silence');
    const first = database.pool.query('SELECT 1');
    const requested = [ask(1), withDeadline(50_000, () => ask(2)), ask(many), ask(3)];
    expect(await Promise.all(requested)).toEqual([1, 2, many, 3]);
    await first;
    await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0);
  } finally {
    await proxy.close();
    await database.close();
  }
});

test('all reads that waited too long are rejected immediately, and none is accepted twice', async () => {
  const database = openTestDatabase({
    ...{ url: home.url, poolSize: 1, maxWaiting: 6 },
    limits: { ...patient, waiting: 500 },
  });
  try {
    const ask = await knownRead(database, counted, 40_000);
    const held = await database.pool.connect();
    await withoutTime(async () => {
      const waiting = Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => ask(40_000)));
      await nextTurn();
      expect(database.pool.waitingCount).toBe(6);
      await expect(ask(40_000)).rejects.toThrow(PoolQueueFullError);
      vi.advanceTimersByTime(499);
      await nextTurn();
      expect(database.pool.waitingCount).toBe(6);
      vi.advanceTimersByTime(1);
      for (const one of await waiting)
        expect(thrown(one)).toMatchObject({ message: expect.stringContaining('timeout') });
    });
    held.release();
    expect(database.pool.waitingCount).toBe(0);
  } finally {
    await database.close();
  }
});

test('reads that arrived while others waited are served after those are rejected', async () => {
  const limits = { ...patient, waiting: 300 };
  const database = openTestDatabase({ url: home.url, poolSize: 1, limits });
  try {
    const ask = await knownRead(database, counted);
    const held = await database.pool.connect();
    await withoutTime(async () => {
      const first = ask(1).catch((error: Error) => error);
      await nextTurn();
      vi.advanceTimersByTime(150);
      const second = ask(2).catch((error: Error) => error);
      const third = ask(3).catch((error: Error) => error);
      await nextTurn();
      vi.advanceTimersByTime(150);
      expect(await first).toMatchObject({ message: expect.stringContaining('timeout') });
      vi.advanceTimersByTime(50);
      held.release();
      expect(await Promise.all([second, third])).toEqual([2, 3]);
    });
    expect(await ask(4)).toBe(4);
  } finally {
    await database.close();
  }
});

test('an accepted read is not rejected when it is sent again', async () => {
  const database = openTestDatabase({ url: home.url, poolSize: 1, maxWaiting: 6, limits: patient });
  try {
    const ask = await knownRead(database, divided);
    const held = await database.pool.connect();
    const asked = Promise.allSettled([1, 2, 0, 4, 5].map((number) => ask(number)));
    await nextTurn();
    held.release();
    const others = Promise.allSettled(
      [1, 2, 3, 4, 5, 6].map(() => database.pool.query('SELECT pg_sleep(0.02)')),
    );
    const settled = await asked;
    expect(thrown(settled[2])).toMatchObject({ code: '22012' });
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await others;
  } finally {
    await database.close();
  }
});

test('the deadline of one is no other’s on the way to one of several servers', async () => {
  const { host } = new URL(home.url);
  const several = `127.0.0.1:${ownPort()},localhost:${ownPort()}`;
  const url = home.url.replace(host, several);
  const database = openTestDatabase({ url, poolSize: 1, limits: patient });
  try {
    const ask = await knownRead(database, counted);
    const held = await database.pool.connect();
    const [late, ...others] = await withoutTime(async () => {
      const settled = Promise.allSettled([
        withDeadline(200, () => ask(1)),
        withDeadline(20_000, () => ask(2)),
        ask(3),
      ]);
      await nextTurn();
      vi.advanceTimersByTime(400);
      // The next connection is a new one, whose server is looked at first.
      held.release(true);
      return settled;
    });
    expect(thrown(late)).toBeInstanceOf(DeadlineError);
    expect(others).toMatchObject([{ value: 2 }, { value: 3 }]);
  } finally {
    await database.close();
  }
});

test('each statement is reported once, with its own outcome', async () => {
  const received: { text: string; isFailed: boolean }[] = [];
  const database = openTestDatabase({
    ...{ url: home.url, poolSize: 3, limits: patient },
    observer: ({ texts, isFailed }) => received.push({ text: texts.join(), isFailed }),
  });
  try {
    const divide = await knownRead(database, divided);
    const count = await knownRead(database, counted);
    const first = database.pool.query('SELECT 1');
    await first.then(() => received.splice(0));
    const busy = database.pool.query('SELECT pg_sleep(0.1)');
    await withoutTime(() => Promise.allSettled([count(1), divide(0), count(2)]));
    const ofReads = received.filter(({ text }) => !text.includes('pg_sleep'));
    expect(ofReads.map(({ text, isFailed }) => [text === divided, isFailed]).sort()).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    await busy;
  } finally {
    await database.close();
  }
});

test('a read that fails alone is not sent twice', async () => {
  // A sequence keeps its numbers when a statement fails, so it counts how often the read is executed.
  await home.owner.query(`CREATE SEQUENCE executions;
    CREATE FUNCTION counted_read(n int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      PERFORM nextval('executions');
      IF n = 0 THEN RAISE 'cancelled' USING ERRCODE = 'query_canceled'; END IF;
      RETURN n;
    END $$`);
  const database = openTestDatabase({ url: home.url, poolSize: 2, limits: patient });
  try {
    const ask = await knownRead(database, 'SELECT counted_read($1::int) AS answer');
    const executions = async () =>
      (await home.owner.query('SELECT last_value::int AS count FROM executions')).rows[0].count;
    const before = await executions();
    const busy = database.pool.query('SELECT pg_sleep(0.2)');
    await expect(ask(0)).rejects.toMatchObject({ code: '57014' });
    await busy;
    expect(await executions()).toBe(before + 1);
  } finally {
    await database.close();
  }
});

test('reads have their part of a pool that transactions are busy with', async () => {
  const database = openTestDatabase({ url: home.url, poolSize: 2, limits: patient });
  try {
    const ask = await knownRead(database, counted, 40_000);
    let isOver = false;
    let transactions = 0;
    const writing = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        const client = await database.pool.connect();
        // Long enough that a slow machine, on which reads take longer, does not change the result.
        await client.query('SELECT pg_sleep(0.05)');
        transactions += 1;
        client.release();
      }
    });
    await sleep(100);
    const before = transactions;
    await Promise.all(Array.from({ length: 16 }, () => ask(40_000)));
    // 300 where they had one place among the twenty, and went to its end each time.
    expect(transactions - before).toBeLessThan(100);
    isOver = true;
    await Promise.all(writing);
  } finally {
    await database.close();
  }
});
