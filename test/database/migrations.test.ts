import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { jobsMigration } from '../../src/database/jobs.ts';
import {
  applyMigrations,
  MigrationError,
  pendingMigrations,
  readMigrations,
} from '../../src/database/migrations.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';

let names: string[];
let url: string;

beforeAll(async () => {
  const { migrationDirectories } = await readMigrations();
  names = [...migrationDirectories.map(({ path }) => path), jobsMigration];
});

async function execute(statement: string): Promise<void> {
  const { pool, close } = openDatabase({ url });
  try {
    await pool.query(statement);
  } finally {
    await close();
  }
}

describe('an empty database', () => {
  beforeAll(async () => {
    url = await createEmptyDatabase();
  });
  afterAll(() => dropDatabase(url));

  test('lacks every migration, in order', async () => {
    expect(await pendingMigrations(url)).toEqual(names);
  });

  test('is migrated once when five processes start at the same time', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => applyMigrations(url)));
    expect(applied.flat()).toEqual(names);
  });

  test('has nothing left to apply afterwards', async () => {
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await applyMigrations(url)).toEqual([]);
  });

  test('has the job queue in exactly the version that the installed library brings', async () => {
    const { pool, close } = openDatabase({ url });
    const { rows } = await pool.query('SELECT max(id) AS revision FROM graphile_worker.migrations');
    await close();
    expect(`graphile_worker_${rows[0].revision}`).toBe(jobsMigration);
  });

  test('is told, and brought back, where only the job queue is missing', async () => {
    await execute('DROP SCHEMA graphile_worker CASCADE');
    expect(await pendingMigrations(url)).toEqual([jobsMigration]);
    expect(await applyMigrations(url)).toEqual([jobsMigration]);
  });
});

describe('a history that does not allow going on is refused in words', () => {
  beforeAll(async () => {
    url = await createEmptyDatabase();
    await applyMigrations(url);
  });
  afterAll(() => dropDatabase(url));

  test('a database of a newer version', async () => {
    await execute(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('${randomUUID()}', 'x', '99991231000000_future', now(), 1)`);
    await expect(applyMigrations(url)).rejects.toThrow(/99991231000000_future.*newer version/s);
    await execute(`DELETE FROM _prisma_migrations WHERE migration_name = '99991231000000_future'`);
  });

  test('a migration edited since', async () => {
    await execute(
      `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = '${names[0]}'`,
    );
    await expect(applyMigrations(url)).rejects.toThrow(/was changed after this database/);
  });

  test('an attempt that failed', async () => {
    await execute('UPDATE _prisma_migrations SET finished_at = NULL');
    const refusal = applyMigrations(url);
    await expect(refusal).rejects.toThrow(MigrationError);
    await expect(refusal).rejects.toThrow(/earlier attempt to apply the migration/);
  });
});
