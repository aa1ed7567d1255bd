import pg from 'pg';
import { vi } from 'vitest';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { ensureServiceRole } from '../../src/database/roles/service-role.ts';
import { startPrimary } from './standby.ts';

/** Two servers, of which the second has all that the first has committed. */
export interface Replicated {
  /** Names both. */
  url: string;
  /** Ends the first at once, as a power cut would, and has the second take changes. */
  failOver(): Promise<void>;
  /** Asks the second. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

const patience = { timeout: 120_000, interval: 50 };

/** A migrated primary with a standby that has each change before it is acknowledged. */
export async function startReplicated(): Promise<Replicated> {
  const primary = await startPrimary();
  const { url } = primary.server;
  await applyMigrations(url);
  await ensureServiceRole(url);
  const standby = await primary.addStandby();
  await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await ask(url, 'SELECT pg_reload_conf()');
  await vi.waitFor(async () => {
    const [row] = await ask(url, 'SELECT sync_state FROM pg_stat_replication');
    if (row?.sync_state !== 'sync') throw new Error('Nobody has what is acknowledged yet.');
  }, patience);
  const { host } = new URL(url);
  const query = (sql: string) => ask(standby.url, sql);
  return {
    url: `${url.replace(host, `${host},${new URL(standby.url).host}`)}?target_session_attrs=read-write`,
    query,
    failOver: async () => {
      primary.kill();
      await query('SELECT pg_promote()');
    },
    remove: primary.stop,
  };
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => undefined);
  }
}
