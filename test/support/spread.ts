import pg from 'pg';
import { inject } from 'vitest';
import { connectionConfig } from '../../src/database/connection-config.ts';
import { distributeTables } from '../../src/database/distribution.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { makeServiceRole } from '../../src/database/service-role.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from './database.ts';

/** The coordinator of a database that is spread over several servers, and may be written; '' where none was given. */
export const spreadUrl = inject('testCitusUrl');

/** The database of TEST_CITUS_URL, with its tables, spread: one for all tests, each of which makes workspaces of its own. */
export async function openSpreadDatabase(): Promise<TestDatabase> {
  await applyMigrations(spreadUrl);
  const { role } = await makeServiceRole(spreadUrl);
  await distributeTables(spreadUrl, { role });
  const database = openTestDatabase({ url: spreadUrl, role, isSpread: true });
  const owner = new pg.Pool({ ...connectionConfig(spreadUrl), max: 2 });
  owner.on('error', () => undefined);
  const drop = async () => {
    await Promise.all([database.close(), owner.end()]);
  };
  return { url: spreadUrl, database, owner, drop };
}

/** A database of a test's own, on one server, that is written as one that is spread: without any trigger. */
export async function createWithoutTriggers(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  const { rows } = await made.owner.query<{ text: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS text FROM pg_trigger WHERE NOT tgisinternal`,
  );
  for (const { text } of rows) await made.owner.query(text);
  await made.database.close();
  const database = openTestDatabase({ url: made.url, isSpread: true });
  const drop = async () => {
    await database.close();
    await made.drop();
  };
  return { ...made, database, drop };
}
