import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client/client.ts';
import { parseDatabaseUrl } from '../../src/database/pool/hosts.ts';
import { DeadlineError, withDeadline } from '../../src/database/statements/statement-deadline.ts';
import { databaseUnavailableErrorOf } from '../../src/platform/errors/database-unavailable.ts';
import {
  createTestDatabase,
  openTestDatabase,
  patient,
  type TestDatabase,
} from '../support/database.ts';
import { withoutTime } from '../support/expired-deadline.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 2 });
  database = home.database;
});
afterAll(() => home.drop());

const sleeping = async () => {
  const { rows } = await home.owner.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
  );
  return rows[0].n;
};

const backends = async () => {
  const both = await Promise.all([1, 2].map(() => database.pool.connect()));
  const pids = await Promise.all(
    both.map((client) => client.query('SELECT pg_backend_pid() AS pid')),
  );
  for (const client of both) client.release();
  return pids.map(({ rows }) => rows[0].pid).sort();
};

const timedOut = async (work: () => Promise<unknown>, ms = 200) => {
  const error = await withDeadline(ms, work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(databaseUnavailableErrorOf(error)).toMatchObject({ code: 'operation_timed_out' });
};

const ways: Record<string, () => Promise<unknown>> = {
  'a statement of the pool': () => database.pool.query('SELECT pg_sleep(30)'),
  'a raw query': () => database.prisma.$queryRaw`SELECT 1 AS one FROM pg_sleep(30)`,
  'a statement of a transaction': () =>
    database.prisma.$transaction(async (tx) => {
      await tx.workspace.create({ data: { name: 'Never' } });
      await tx.$queryRaw`SELECT 1 AS one FROM pg_sleep(30)`;
    }),
  'one of two at once, on every connection of the pool': async () => {
    const both = [1, 2].map(() => database.pool.query('SELECT pg_sleep(30)'));
    await Promise.allSettled(both);
    await Promise.all(both);
  },
};

describe('at the deadline', () => {
  test.each(Object.entries(ways))(
    '%s is cancelled, and its connection stays open',
    async (_, work) => {
      const before = await backends();
      await timedOut(work);
      // The server ends it in its own time.
      await expect.poll(sleeping).toBe(0);
      expect(await backends()).toEqual(before);
      expect(await database.prisma.workspace.count()).toBe(0);
    },
  );

  test('a statement that waits for a connection is rejected when it gets one', async () => {
    const busy = await Promise.all([1, 2].map(() => database.pool.connect()));
    const before = await Promise.all(busy.map((c) => c.query('SELECT pg_backend_pid() AS pid')));
    const rejection = timedOut(() => database.pool.query('SELECT 1'), 50);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const client of busy) client.release();
    await rejection;
    expect(await backends()).toEqual(before.map(({ rows }) => rows[0].pid).sort());
  });

  test('a statement that comes later is not sent', async () => {
    await timedOut(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await database.prisma.workspace.create({ data: { name: 'Never' } });
    }, 50);
    expect(await database.prisma.workspace.count()).toBe(0);
  });

  test('a transaction that is between two statements is rolled back', async () => {
    await timedOut(
      () =>
        database.prisma.$transaction(async (tx) => {
          await tx.workspace.create({ data: { name: 'Never' } });
          await new Promise((resolve) => setTimeout(resolve, 150));
          await tx.workspace.create({ data: { name: 'Never' } });
        }),
      100,
    );
    expect(await database.prisma.workspace.count()).toBe(0);
  });
});

test('other work is let be, also on the connection that was cancelled', async () => {
  const others = Array.from({ length: 20 }, async (_, i) => {
    await new Promise((resolve) => setTimeout(resolve, i * 20));
    return database.prisma.$queryRaw`SELECT ${i}::int AS n`;
  });
  const slow = Array.from({ length: 5 }, () =>
    timedOut(() => database.pool.query('SELECT pg_sleep(30)')),
  );
  const [answers] = await Promise.all([Promise.all(others), Promise.all(slow)]);
  expect(answers.map((rows) => (rows as { n: number }[])[0]?.n)).toEqual(others.map((_, i) => i));
});

test('a statement that ends in time keeps its result and its own errors', async () => {
  expect(await withDeadline(5_000, async () => 'answer')).toBe('answer');
  const failing = withDeadline(5_000, () => database.pool.query('SELECT 1/0'));
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('a connection that does not respond is closed soon after', async () => {
  const url = new URL(home.url);
  const proxy = await startTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const behind = openDatabase({ url: url.href, poolSize: 1 });
  await behind.pool.query('SELECT 1');
  proxy.swallow();
  const error = await withDeadline(200, () => behind.pool.query('SELECT 1')).catch((e) => e);
  expect(error).toBeInstanceOf(DeadlineError);
  await behind.close();
  await proxy.close();
});

/** A URL with two names of the server, and a spy on what is noted about its hosts. */
function severalHosts() {
  const { port } = new URL(home.url);
  const url = home.url.replace(/@[^/]+/, `@127.0.0.1:${port},localhost:${port}`);
  const { hosts } = parseDatabaseUrl(url);
  if (!hosts) throw new Error(`${url} has one host.`);
  return { url, failed: vi.spyOn(hosts, 'failed').mockClear() };
}

test('a read whose deadline passes does not count as a failure of one of several servers', async () => {
  const { url, failed } = severalHosts();
  const several = openTestDatabase({ url, poolSize: 1, limits: patient });
  const held = await several.pool.connect();
  try {
    const [late, other] = await withoutTime(async () => {
      const reads = Promise.allSettled([
        withDeadline(200, () => several.pool.query('SELECT 1')),
        several.pool.query('SELECT 2 AS two'),
      ]);
      await setImmediate();
      vi.advanceTimersByTime(400);
      // The next connection is new, so its server is checked.
      held.release(true);
      return reads;
    });
    expect(late).toMatchObject({ reason: expect.any(DeadlineError) });
    expect(other).toMatchObject({ value: { rows: [{ two: 2 }] } });
    expect(failed).not.toHaveBeenCalled();
  } finally {
    await several.close();
  }
});

test('a read that waits too long for a connection does not count as a failure of one of several servers', async () => {
  const { url, failed } = severalHosts();
  const several = openTestDatabase({ url, poolSize: 1, limits: { ...patient, waiting: 200 } });
  const held = await several.pool.connect();
  try {
    const error = await withoutTime(async () => {
      const read = several.pool.query('SELECT 1').catch((thrown: unknown) => thrown);
      await setImmediate();
      vi.advanceTimersByTime(200);
      return read;
    });
    expect(error).toMatchObject({ message: expect.stringContaining('timeout') });
    expect(failed).not.toHaveBeenCalled();
  } finally {
    held.release();
    await several.close();
  }
});

test('a deadline within another one ends with the outer one', async () => {
  const statements = withDeadline(300, () =>
    withDeadline(60_000, () => database.pool.query('SELECT pg_sleep(60)')),
  );
  await expect(statements).rejects.toMatchObject({ name: 'DeadlineError', millis: 300 });
  const inner = withDeadline(60_000, () =>
    withDeadline(300, () => database.pool.query('SELECT pg_sleep(60)')),
  );
  await expect(inner).rejects.toMatchObject({ millis: 300 });
});
