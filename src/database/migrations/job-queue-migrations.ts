import pg from 'pg';
import { connectionConfig } from '../pool/connection-config.ts';

const jobsRevision = 19;

export const jobQueueMigrationName = `graphile_worker_${jobsRevision}`;

const undefinedTable = '42P01';

export async function hasJobQueueTables(url: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionConfig(url), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT max(id) AS revision FROM graphile_worker.migrations',
    );
    return rows[0].revision >= jobsRevision;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns whether anything changed. */
export async function installJobQueueTables(url: string): Promise<boolean> {
  if (await hasJobQueueTables(url)) return false;
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = new pg.Pool({ ...connectionConfig(url), max: 2 });
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
  return true;
}
