import pg from 'pg';
import { isCitusConnection } from '../database/migrations/citus-distribution.ts';
import { connectionConfig } from '../database/pool/connection-config.ts';
import { destroyConnection } from '../database/pool/pooled-connection.ts';
import { rewriteConnectionForCitus } from '../database/statements/citus-statements.ts';

/** Others, such as a migration, may hold a required lock for this long. */
const lockTimeout = '30s';

/** Values have the same format for every server and user. Statements have no timeout. */
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

/** Timeout for closing a connection. No result is lost after it. */
const closeTimeoutMs = 3_000;

async function close(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), closeTimeoutMs);
  await client.end().finally(() => clearTimeout(timer));
}

/** After an error or an abort the connection is destroyed, so that the server rolls back. */
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
  const destroy = () => destroyConnection(client);
  signal.addEventListener('abort', destroy, { once: true });
  try {
    await client.query(settings);
    if (await isCitusConnection(client)) rewriteConnectionForCitus(client);
    // The server detects a dead client during a statement. Not every platform supports it.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);
    const result = await work(client);
    await close(client);
    return result;
  } catch (error) {
    destroyConnection(client);
    // The abort is the cause, not the error of the connection.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
}
