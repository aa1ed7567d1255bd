import pg from 'pg';
import { isCitusConnection } from '../database/migrations/citus-distribution.ts';
import { connectionConfig } from '../database/pool/connection-config.ts';
import { destroyConnection } from '../database/pool/pooled-connection.ts';
import { rewriteConnectionForCitus } from '../database/statements/citus-statements.ts';

/** How long others may hold a lock that is needed, a migration for instance. */
const lockTimeout = '30s';

/** Values are written and read in one form, whatever the server or its user has set; statements take their time. */
const settings = [
  `SET client_encoding = 'UTF8'`,
  `SET DateStyle = 'ISO'`,
  `SET IntervalStyle = 'postgres'`,
  'SET extra_float_digits = 1',
  `SET bytea_output = 'hex'`,
  'SET statement_timeout = 0',
  'SET idle_in_transaction_session_timeout = 0',
  `SET lock_timeout = '${lockTimeout}'`,
].join('; ');

/** How long a server may take to say that a connection is closed, of which nothing is to be had any more. */
const closingMillis = 3_000;

async function close(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), closingMillis);
  await client.end().finally(() => clearTimeout(timer));
}

/**
 * Runs `work` on a connection of its own and closes it afterwards; after an error, or when `signal` is raised, by
 * breaking it, so that the server rolls back whatever was open. It acts as the URL's user unless a role is given.
 */
export async function withDatabaseSession<T>(
  url: string,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
  role?: string,
): Promise<T> {
  signal.throwIfAborted();
  const client = new pg.Client({
    ...connectionConfig(url, role),
    application_name: 'actiongraph backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  const stop = () => destroyConnection(client);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(settings);
    if (await isCitusConnection(client)) rewriteConnectionForCitus(client);
    // A server notices by this that the process is gone while a statement runs; not every platform has it.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);
    const result = await work(client);
    await close(client);
    return result;
  } catch (error) {
    destroyConnection(client);
    // What the broken connection said is not why it ended.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
