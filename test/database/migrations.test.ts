import { randomUUID } from 'node:crypto';
import { createConnection, createServer } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client/client.ts';
import { jobQueueMigrationName } from '../../src/database/migrations/job-queue-migrations.ts';
import { type Migration, readMigrations } from '../../src/database/migrations/migration-files.ts';
import { MigrationError } from '../../src/database/migrations/migration-history.ts';
import {
  applyMigrations,
  MigrationsStoppedError,
  pendingMigrations,
} from '../../src/database/migrations/migrations.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';

let all: Migration[];
let names: string[];
let url: string;

beforeAll(async () => {
  const second = migration('99990101000000_second', 'CREATE TABLE second (id integer);');
  const third = migration('99990102000000_third', 'CREATE TABLE third (id integer);');
  all = [...(await readMigrations()), second, third];
  names = [...all.map(({ name }) => name), jobQueueMigrationName];
});

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
async function execute(statement: string): Promise<any[]> {
  const { pool, close } = openDatabase({ url });
  try {
    return (await pool.query(statement)).rows;
  } finally {
    await close();
  }
}

/** A migration made up for a test. */
function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: `checksum of ${sql}`.slice(0, 64) };
}

describe('an empty database', () => {
  beforeAll(async () => {
    url = await createEmptyDatabase();
  });
  afterAll(() => dropDatabase(url));

  test('lacks every migration, in order', async () => {
    expect(await pendingMigrations(url, all)).toEqual(names);
  });

  test('is migrated once if five processes start at the same time', async () => {
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => applyMigrations(url, { migrations: all })),
    );
    expect(applied.flat()).toEqual(names);
  });

  test('has nothing left to apply afterwards', async () => {
    expect(await pendingMigrations(url, all)).toEqual([]);
    expect(await applyMigrations(url, { migrations: all })).toEqual([]);
  });

  test('has the job queue in exactly the version that the installed library brings', async () => {
    const [row] = await execute('SELECT max(id) AS revision FROM graphile_worker.migrations');
    expect(`graphile_worker_${row.revision}`).toBe(jobQueueMigrationName);
  });

  test('is reported and repaired if only the job queue is missing', async () => {
    await execute('DROP SCHEMA graphile_worker CASCADE');
    expect(await pendingMigrations(url, all)).toEqual([jobQueueMigrationName]);
    expect(await applyMigrations(url, { migrations: all })).toEqual([jobQueueMigrationName]);
  });
});

// Later migrations may replace all objects of an earlier one, so each is applied separately.
test('an empty database has every migration recorded in the transaction that applied it', async () => {
  url = await createEmptyDatabase();
  try {
    for (const [index, { checksum, name }] of all.entries()) {
      await applyMigrations(url, { migrations: all.slice(0, index + 1) });
      const rows = await execute(
        `SELECT m.checksum, m.applied_steps_count AS steps, m.logs, m.rolled_back_at AS undone
         FROM _prisma_migrations m
         WHERE m.migration_name = '${name}' AND m.finished_at >= m.started_at
           AND (EXISTS (SELECT FROM pg_class c WHERE c.xmin = m.xmin)
             OR EXISTS (SELECT FROM pg_type t WHERE t.xmin = m.xmin)
             OR EXISTS (SELECT FROM pg_proc p WHERE p.xmin = m.xmin))`,
      );
      expect(rows, name).toEqual([{ checksum, steps: 1, logs: null, undone: null }]);
    }
  } finally {
    await dropDatabase(url);
  }
});

describe('a history that does not allow going on is rejected with a message', () => {
  beforeAll(async () => {
    url = await createEmptyDatabase();
    await applyMigrations(url, { migrations: all });
  });
  afterAll(() => dropDatabase(url));

  test('a database of a newer version', async () => {
    await execute(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('${randomUUID()}', 'x', '99991231000000_future', now(), 1)`);
    await expect(applyMigrations(url, { migrations: all })).rejects.toThrow(
      /99991231000000_future.*newer version/s,
    );
    await execute(`DELETE FROM _prisma_migrations WHERE migration_name = '99991231000000_future'`);
  });

  test('a migration edited since', async () => {
    await execute(
      `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = '${names[0]}'`,
    );
    await expect(applyMigrations(url, { migrations: all })).rejects.toThrow(
      /was changed after this database/,
    );
  });
});

describe('an unfinished attempt', () => {
  const released = () => all.slice(0, -2);
  const second = () => all.at(-2)?.name;
  const begun = (checksum = all.at(-2)?.checksum) =>
    execute(`INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
      VALUES ('${randomUUID()}', '${checksum}', '${second()}', now())`);
  const attempts = () =>
    execute(
      `SELECT finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS undone
       FROM _prisma_migrations WHERE migration_name = '${second()}' ORDER BY started_at`,
    );

  beforeEach(async () => {
    url = await createEmptyDatabase();
    await applyMigrations(url, { migrations: released() });
  });
  afterEach(() => dropDatabase(url));

  test('that left nothing is marked so, and repeated', async () => {
    await begun();
    expect(await pendingMigrations(url, all)).toEqual(names.slice(-3, -1));
    expect(await applyMigrations(url, { migrations: all })).toEqual(names.slice(-3, -1));
    expect(await attempts()).toEqual([
      { finished: false, undone: true },
      { finished: true, undone: false },
    ]);
    expect(await pendingMigrations(url, all)).toEqual([]);
  });

  test('is repeated although its file was fixed since', async () => {
    await begun('of the faulty file');
    expect(await applyMigrations(url, { migrations: all })).toEqual(names.slice(-3, -1));
  });

  test('whose transaction was committed is recorded, and not repeated', async () => {
    await applyMigrations(url, { migrations: all.slice(0, -1) });
    await execute(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${second()}'`,
    );
    expect(await applyMigrations(url, { migrations: all })).toEqual(names.slice(-3, -1));
    expect(await attempts()).toEqual([{ finished: true, undone: false }]);
    expect(await applyMigrations(url, { migrations: all })).toEqual([]);
  });

  test('whose connection was lost during the commit continues from there', async () => {
    const proxy = await cutAtAnswer('COMMIT');
    await expect(applyMigrations(proxy.url, { migrations: all })).rejects.toThrow(MigrationError);
    await proxy.close();
    // What had arrived was done; a COMMIT whose answer was lost is no reason to do it again.
    expect(await pendingMigrations(url, all)).toEqual(names.slice(-2, -1));
    expect(await applyMigrations(url, { migrations: all })).toEqual(names.slice(-2, -1));
  });
});

describe('a migration whose SQL is wrong', () => {
  beforeAll(async () => {
    url = await createEmptyDatabase();
  });
  afterAll(() => dropDatabase(url));

  const first = migration('1_first', 'CREATE TABLE first (id integer);');
  const wrong = migration(
    '2_second',
    'CREATE TABLE second (id integer);\nINSERT INTO frist VALUES (1);',
  );
  const mended = migration(
    '2_second',
    'CREATE TABLE second (id integer);\nINSERT INTO first VALUES (1);',
  );

  test('is reported with its reason and its line at every attempt', async () => {
    for (const _ of [1, 2]) {
      const failure = applyMigrations(url, { migrations: [first, wrong] });
      await expect(failure).rejects.toThrow(MigrationError);
      await expect(failure).rejects.toThrow(
        'The migration 2_second could not be applied: relation "frist" does not exist (42P01 at line 2)',
      );
    }
    expect(await pendingMigrations(url, [first, wrong])).toEqual([
      '2_second',
      jobQueueMigrationName,
    ]);
  });

  test('leaves nothing behind, and is applied once after it is fixed', async () => {
    expect(await execute(`SELECT to_regclass('second') AS second`)).toEqual([{ second: null }]);
    const applied = await applyMigrations(url, { migrations: [first, mended] });
    expect(applied).toEqual(['2_second', jobQueueMigrationName]);
  });

  test('is not recorded as applied if it failed on an existing object', async () => {
    const again = migration('3_third', 'CREATE TABLE second (id integer);');
    const migrations = [first, mended, again];
    await expect(applyMigrations(url, { migrations })).rejects.toThrow(/"second" already exists/);
    expect(await pendingMigrations(url, migrations)).toEqual(['3_third']);
  });
});

describe('a migration of tables that others use at the same time', () => {
  const tables = migration('1_tables', 'CREATE TABLE one (id integer); CREATE TABLE two ();');
  const change = migration(
    '2_change',
    'ALTER TABLE one ADD more text; ALTER TABLE two ADD a text;',
  );
  const migrations = [tables, change];
  let database: Database;
  let other: pg.PoolClient;
  beforeEach(async () => {
    url = await createEmptyDatabase();
    await applyMigrations(url, { migrations: [tables] });
    database = openDatabase({ url });
    other = await database.pool.connect();
    await other.query('BEGIN');
  });
  afterEach(async () => {
    other.release();
    await database.close();
    await dropDatabase(url);
  });

  /** Resolves when another session waits for the table. */
  const isAwaited = (table: string) =>
    expect
      .poll(
        async () => {
          const waiting = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
          return (await database.pool.query(waiting)).rowCount;
        },
        { interval: 5 },
      )
      .toBe(1);

  test('releases its locks in a deadlock, and is repeated', async () => {
    await other.query('SELECT FROM two');
    const applied = applyMigrations(url, { migrations });
    await isAwaited('two');
    // The server ends the session that waits the longest.
    await other.query('INSERT INTO one VALUES (1)');
    await other.query('COMMIT');
    expect(await applied).toEqual(['2_change']);
  });

  test('blocks no statements while it waits for a long transaction', async () => {
    await other.query('SELECT FROM one');
    const applied = applyMigrations(url, { migrations });
    await isAwaited('one');
    await database.pool.query('INSERT INTO one VALUES (1)');
    expect(await pendingMigrations(url, migrations)).toEqual(['2_change']);
    await other.query('COMMIT');
    expect(await applied).toEqual(['2_change']);
  });

  test('ends on request while it waits', async () => {
    await other.query('SELECT FROM one');
    const stop = new AbortController();
    const stopped = applyMigrations(url, { migrations, signal: stop.signal });
    await isAwaited('one');
    stop.abort();
    await expect(stopped).rejects.toThrow(MigrationsStoppedError);
    await other.query('COMMIT');
  });
});

test('a database that holds something else is rejected with a message, and left as it was', async () => {
  url = await createEmptyDatabase();
  await execute('CREATE TABLE ledger (id integer); CREATE VIEW balances AS SELECT * FROM ledger');
  const rejection = applyMigrations(url);
  await expect(rejection).rejects.toThrow(MigrationError);
  await expect(rejection).rejects.toThrow(
    /not empty \(it has balances, ledger\).*Give it a database of its own/s,
  );
  expect(await execute(`SELECT to_regclass('_prisma_migrations') AS history`)).toEqual([
    { history: null },
  ]);
  await dropDatabase(url);
});

describe('a migration run that is asked to stop', () => {
  beforeAll(async () => {
    url = await createEmptyDatabase();
  });
  afterAll(() => dropDatabase(url));

  test('ends after the current migration, lists the applied ones, and can be continued', async () => {
    const stop = new AbortController();
    const onApplied = (name: string) => {
      if (name === names[1]) stop.abort();
    };
    const stopped = applyMigrations(url, { migrations: all, signal: stop.signal, onApplied });
    await expect(stopped).rejects.toThrow(MigrationsStoppedError);
    await expect(stopped).rejects.toThrow(`${names[0]}, ${names[1]} applied, ${names[2]}`);
    expect(await pendingMigrations(url, all)).toEqual(names.slice(2));
    expect(await applyMigrations(url, { migrations: all })).toEqual(names.slice(2));
  });

  test('ends immediately if it only waits for another run', async () => {
    await execute('DROP SCHEMA graphile_worker CASCADE');
    const { pool, close } = openDatabase({ url });
    const holder = await pool.connect();
    await holder.query('SELECT pg_advisory_lock(4711202611)');
    const stop = new AbortController();
    const waiting = applyMigrations(url, { migrations: all, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow(`no migration applied, ${jobQueueMigrationName} not yet`);
    holder.release();
    await close();
  });
});

/** A way to the database on which the answer to a statement is lost, and the connection with it. */
async function cutAtAnswer(statement: string): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(url);
  const server = createServer((nearby) => {
    const far = createConnection(Number(target.port), target.hostname);
    let isCut = false;
    nearby.on('error', () => undefined);
    far.on('error', () => undefined);
    nearby.on('close', () => far.end());
    far.on('close', () => nearby.destroy());
    nearby.on('data', (data) => {
      isCut ||= data.includes(statement);
      far.write(data);
    });
    far.on('data', (data) => {
      if (isCut) nearby.resetAndDestroy();
      else nearby.write(data);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const proxied = new URL(target);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(typeof address === 'object' && address ? address.port : 0);
  return { url: proxied.href, close: () => new Promise((closed) => server.close(() => closed())) };
}
