import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, DatabaseOptions, TimeLimits } from '../../src/database/client.ts';
import { openDatabase } from '../../src/database/client.ts';

/** A database of a test's own. */
export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** Whoever runs the tests may need the machine for other things too: being slow is no failure. */
const patient: TimeLimits = {
  statement: 60_000,
  lock: 60_000,
  transaction: 60_000,
  idleInTransaction: 60_000,
  connection: 60_000,
  waiting: 60_000,
};

/** A new, migrated and empty database, a copy of the run's template; patient unless options say otherwise. */
export async function createTestDatabase(
  options: Omit<DatabaseOptions, 'url'> = {},
): Promise<TestDatabase> {
  const url = await createDatabase(inject('databaseServer').template);
  const database = openDatabase({ limits: patient, ...options, url });
  return {
    url,
    database,
    drop: async () => {
      await database.close();
      await dropDatabase(url);
    },
  };
}

/** A new database without any table; answers its URL. */
export function createEmptyDatabase(): Promise<string> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<string> {
  const name = `actiongraph_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(inject('databaseServer').url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes a database that {@link createEmptyDatabase} made, whoever is connected. */
export async function dropDatabase(url: string): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/** Sends one statement to the server's maintenance database. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('databaseServer').url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
