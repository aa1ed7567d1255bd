import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, DatabaseOptions, TimeLimits } from '../../src/database/client/client.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { distributeTables } from '../../src/database/migrations/citus-distribution.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { connectionConfig } from '../../src/database/pool/connection-config.ts';
import { ensureServiceRole, serviceRoleName } from '../../src/database/roles/service-role.ts';
import { copyCitusDatabase, dropCitusCopy } from './citus-copies.ts';
import { fickleSent, namelessSent, noteSent, unconfinedSent } from './sent-statements.ts';

/** A database of a test's own. */
export interface TestDatabase {
  url: string;
  /** As the service has it: it may not alter tables, change the log of changes, or see what other sessions do. */
  database: Database;
  /** The same database for the owner of its tables. */
  owner: pg.Pool;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** The machine that runs the tests may be busy. Slowness must not fail a test. */
export const patient: TimeLimits = {
  statement: 60_000,
  lock: 60_000,
  transaction: 60_000,
  idleInTransaction: 60_000,
  connection: 60_000,
  waiting: 60_000,
};

/** A new, migrated and empty database, a copy of the run's template. Its timeouts are long by default. */
export async function createTestDatabase(
  options: Omit<DatabaseOptions, 'url'> = {},
): Promise<TestDatabase> {
  if (inject('spreadServers').length > 0) return createCitusDatabase(options);
  const { role, template } = inject('databaseServer');
  const url = await createDatabase(template);
  const made = open({ limits: patient, role, ...options, url });
  const drop = async () => {
    try {
      await made.drop();
    } finally {
      await dropDatabase(url);
    }
  };
  return { ...made, drop };
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

/** As whom the service speaks to the databases of tests. */
export const serviceRole = () => inject('databaseServer').role;

/** Whether a test's database is one of a cluster of servers. */
const isOnCluster = (url: string) =>
  citusUrl !== '' && new URL(url).host === new URL(citusUrl).host;

/** As whom the service speaks to a test's database. */
export const serviceRoleAt = (url: string) =>
  isOnCluster(url) ? serviceRoleName(new URL(url).pathname.slice(1)) : serviceRole();

/** One more pool on a test's database, as the service has it. */
export function openTestDatabase(options: DatabaseOptions): Database {
  const { url } = options;
  return openDatabase({ role: serviceRoleAt(url), isDistributed: isOnCluster(url), ...options });
}

/** Removes a database of {@link createEmptyDatabase}, despite open connections. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await administer(`DROP ROLE IF EXISTS ${serviceRoleName(name)}`);
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

/** The coordinator of a database that is spread over several servers, and may be written; '' where none was given. */
export const citusUrl = inject('testCitusUrl');

/** A database of a test's own whose tables are spread: a copy of that of TEST_CITUS_URL. */
async function createCitusDatabase(
  options: Omit<DatabaseOptions, 'url'> = {},
): Promise<TestDatabase> {
  const servers = inject('spreadServers');
  const { url, role } = await copyCitusDatabase(citusUrl, servers);
  const made = open({ limits: patient, ...options, url, role, isDistributed: true });
  const drop = async () => {
    await made.drop();
    await dropCitusCopy(url, servers);
  };
  return { ...made, drop };
}

/** A database that is there, as the service and as the owner of its tables has it; dropping it closes both. */
function open(options: DatabaseOptions): TestDatabase {
  const { url } = options;
  const database = openDatabase({ observer: noteSent, ...options });
  const owner = new pg.Pool({ ...connectionConfig(url), max: 4 });
  owner.on('error', () => undefined);
  const drop = async () => {
    const errors = options.isDistributed ? [] : await unconfinedSent(owner);
    await Promise.all([database.close(), owner.end()]);
    if (errors.length > 0) throw new Error(`Of no one workspace:\n${errors.join('\n')}`);
    const nameless = namelessSent();
    if (nameless.length > 0) throw new Error(`Without columns:\n${nameless.join('\n')}`);
    const fickle = fickleSent();
    if (fickle.length > 0)
      throw new Error(`Refused where tables are spread:\n${fickle.join('\n')}`);
  };
  return { url, database, owner, drop };
}

/** The database of TEST_CITUS_URL, with its tables, spread; a copy of it where all tests are given one. */
export async function openCitusDatabase(): Promise<TestDatabase> {
  if (inject('spreadServers').length > 0) return createCitusDatabase();
  await applyMigrations(citusUrl);
  const { role } = await ensureServiceRole(citusUrl);
  await distributeTables(citusUrl, { role });
  return open({ url: citusUrl, role, isDistributed: true, limits: patient });
}
