import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../src/database/client/client.ts';
import { PoolQueueFullError } from '../../src/database/pool/connection-pool.ts';
import { ActionError } from '../../src/platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../../src/platform/errors/database-unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let home: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  home = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});
afterAll(() => home.drop());

function open(options: Partial<DatabaseOptions> = {}): Database {
  const database = openDatabase({ url: home.url, ...options });
  opened.push(database);
  return database;
}

function onPort(port: number): string {
  const url = new URL(home.url);
  url.port = String(port);
  return url.href;
}

/** The ways to the database. Prisma's promises start when they are awaited, hence the `async`. */
const ways: [string, (database: Database, sql: string) => Promise<unknown>][] = [
  ['a query through pg', ({ pool }, sql) => pool.query(sql)],
  ['a query through Prisma', async ({ prisma }, sql) => await prisma.$queryRawUnsafe(sql)],
  [
    'a transaction through Prisma',
    async ({ prisma }, sql) =>
      await prisma.$transaction((transaction) => transaction.$queryRawUnsafe(sql)),
  ],
];

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => expect.fail('It should have failed.'),
    (error: unknown) => error,
  );
}

async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  const problem = databaseUnavailableErrorOf(await errorOf(work));
  expect(problem).toBeInstanceOf(ActionError);
  expect(problem?.code).toBe('database_unavailable');
  expect(problem?.details.retryAfterSeconds).toBeGreaterThan(0);
}

const endMyself = 'SELECT pg_terminate_backend(pg_backend_pid())::text';

describe.each(ways)('%s', (_, run) => {
  test('whose backend is terminated is a 503, and the next one works', async () => {
    const database = open({ poolSize: 1 });
    await expectUnavailable(run(database, endMyself));
    await run(database, 'SELECT 1');
  });

  test('that takes too long is ended by the server, is a 503, and the next one works', async () => {
    const database = open({ poolSize: 1, limits: { statement: 200 } });
    await expectUnavailable(run(database, 'SELECT pg_sleep(30)::text'));
    await run(database, 'SELECT 1');
  });

  test('to a port without a listener is a 503', async () => {
    // A port that was just freed could be given to another test.
    await expectUnavailable(run(open({ url: onPort(1) }), 'SELECT 1'));
  });

  test('whose connection is swallowed is a 503, and the next one gets a new connection', async () => {
    const proxy = await startTcpProxy(Number(new URL(home.url).port));
    try {
      const url = onPort(proxy.port);
      const database = open({ url, poolSize: 1, limits: { statement: 100 } });
      await run(database, 'SELECT 1');
      proxy.swallow();
      await expectUnavailable(run(database, 'SELECT 1'));
      proxy.letThrough();
      await run(database, 'SELECT 1');
      // Closing does not wait for a server that does not answer.
      proxy.swallow();
      await database.close();
    } finally {
      await proxy.close();
    }
  });

  test('behind a full queue fails immediately, while queued ones are served', async () => {
    const database = open({ poolSize: 1, maxWaiting: 2 });
    const held = await database.pool.connect();
    const waiting = [run(database, 'SELECT 1'), run(database, 'SELECT 1')];
    await expect.poll(() => database.pool.waitingCount).toBe(2);
    // The only connection is still held here: waiting for it would end in the time-out's error instead.
    const failure = await errorOf(run(database, 'SELECT 1'));
    held.release();
    await Promise.all(waiting);
    expect(databaseUnavailableErrorOf(failure)?.details.retryAfterSeconds).toBe(1);
    expect(String((failure as Error).message)).toMatch(/connections are busy/);
  });
});

test('a caller who waits too long for a connection is rejected, and later callers keep waiting', async () => {
  const { pool } = open({ poolSize: 1, limits: { waiting: 1_000 } });
  const held = await pool.connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const first = errorOf(pool.query('SELECT 1'));
    vi.advanceTimersByTime(600);
    const second = errorOf(pool.query('SELECT 2'));
    vi.advanceTimersByTime(600);
    await expectUnavailable(Promise.reject(await first));
    expect(pool.waitingCount).toBe(1);
    vi.advanceTimersByTime(300);
    expect(pool.waitingCount).toBe(1);
    vi.advanceTimersByTime(100);
    await expectUnavailable(Promise.reject(await second));
    expect(pool.waitingCount).toBe(0);
    const third = pool.query<{ three: number }>('SELECT 3 AS three');
    held.release();
    expect((await third).rows).toEqual([{ three: 3 }]);
  } finally {
    vi.useRealTimers();
  }
});

test('a server that accepts connections and never responds is a 503', async () => {
  const proxy = await startTcpProxy(0);
  try {
    proxy.swallow();
    const url = onPort(proxy.port);
    await Promise.all(ways.map(([, run]) => expectUnavailable(run(open({ url }), 'SELECT 1'))));
  } finally {
    await proxy.close();
  }
});

test('an idle connection that the server ends is reported and replaced', async () => {
  const lost: string[] = [];
  const database = open({ poolSize: 1, log: (message, error) => lost.push(`${message} ${error}`) });
  const { rows } = await database.pool.query('SELECT pg_backend_pid() AS pid');
  await home.owner.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await expect.poll(() => lost).toHaveLength(1);
  expect(lost[0]).toMatch(/^A database connection was lost\./);
  await database.pool.query('SELECT 1');
});

test('a connection lost in a caller’s hands is a 503 at the caller’s next query', async () => {
  const database = open({ poolSize: 1 });
  const held = await database.pool.connect();
  const { rows } = await held.query('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => held.once('end', resolve));
  await home.owner.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  await expectUnavailable(held.query('SELECT 1'));
  held.release();
  await database.pool.query('SELECT 1');
});

test('a statement that a migration made stale is a 503 once, and works the next time', async () => {
  const database = open({ poolSize: 1 });
  const select = { name: 'stale', text: 'SELECT * FROM changing' };
  await database.pool.query('CREATE TABLE changing (one integer)');
  await database.pool.query(select);
  await database.pool.query('ALTER TABLE changing ADD COLUMN two integer');
  await expectUnavailable(database.pool.query(select));
  expect((await database.pool.query(select)).fields).toHaveLength(2);
});

test('an error of SQL costs no connection', async () => {
  const database = open({ poolSize: 1 });
  const pid = async () => (await database.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const before = await pid();
  await expect(database.pool.query('SELECT 1 / 0')).rejects.toThrow(/division by zero/);
  await expect(database.prisma.$queryRaw`SELECT 1 / 0`).rejects.toThrow(/division by zero/);
  expect(await pid()).toBe(before);
});

test('errors that do not concern availability are unchanged', async () => {
  const { prisma } = open();
  const workspace = await prisma.workspace.create({ data: { name: 'Studio' } });
  const twice = { data: { accountId: workspace.accountId, id: 'cli_1', name: 'Twice' } };
  await prisma.client.create(twice);
  expect(databaseUnavailableErrorOf(await errorOf(prisma.client.create(twice)))).toBeUndefined();
  expect(databaseUnavailableErrorOf(await errorOf(prisma.$queryRaw`SELECT 1 / 0`))).toBeUndefined();
  expect(databaseUnavailableErrorOf(new TypeError('x'))).toBeUndefined();
  expect(databaseUnavailableErrorOf(new ActionError('invalid_input', 'x'))).toBeUndefined();
  expect(databaseUnavailableErrorOf(undefined)).toBeUndefined();
});

test('the pool’s own error is a 503', () => {
  expect(databaseUnavailableErrorOf(new PoolQueueFullError('x'))?.code).toBe(
    'database_unavailable',
  );
});
