import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/database/embedded/embedded-server.ts';
import { baselineName } from '../../src/database/migrations/migration-history.ts';
import { applyMigrations, pendingMigrations } from '../../src/database/migrations/migrations.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

/** A database half migrated, in which a migration is at work and cannot go on until `release` is called. */
interface Held {
  names: string[];
  /** Resolves when so many processes are at it. */
  atWork(processes: number): Promise<void>;
  release(): Promise<void>;
}

async function hold(url: string): Promise<Held> {
  // With the table of migrations, and without any migration.
  await applyMigrations(url, { migrations: [] });
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('DROP SCHEMA graphile_worker CASCADE');
  await client.query('BEGIN; LOCK TABLE _prisma_migrations IN SHARE MODE');
  return {
    names: await pendingMigrations(url),
    atWork: async (processes) => {
      const waiting = `SELECT count(*)::int AS waiting FROM pg_locks
        WHERE NOT granted AND relation = '_prisma_migrations'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      const read = async () => (await client.query(waiting)).rows[0].waiting;
      await expect.poll(read, { timeout: 60_000 }).toBe(processes);
    },
    release: () => client.end(),
  };
}

describe('a migration at work on a server', () => {
  let url: string;
  let held: Held;
  beforeEach(async () => {
    url = await createEmptyDatabase();
    held = await hold(url);
  });
  afterEach(() => dropDatabase(url));

  it('that is killed is repeated by the next run, and the service works', async () => {
    const settings = { DATABASE_URL: url };
    const first = folder.spawn(['migrate'], settings);
    await held.atWork(1);
    expect(await first.end('SIGKILL')).toMatchObject({ code: null });
    await held.release();
    const next = await folder.json<{ applied: string[] }>(['migrate'], settings);
    expect(next.applied).toEqual(held.names);
    const service = await folder.serve(settings);
    expect((await fetch(`${service.url}/ready`)).status).toBe(200);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  });

  it.for(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s, lists the applied migrations, and can be continued',
    async (signal) => {
      const settings = { DATABASE_URL: url };
      const first = folder.spawn(['migrate'], settings);
      await held.atWork(1);
      const ended = first.end(signal);
      await first.logged('Stopping after the current migration');
      await held.release();
      const { code, stdout, stderr } = await ended;
      expect({ code, stdout }).toEqual({ code: 1, stdout: `Applied ${baselineName}\n` });
      expect(stderr).toContain(`Stopped: ${baselineName} applied, ${held.names[1]}`);
      const next = await folder.json<{ applied: string[] }>(['migrate'], settings);
      expect(next.applied).toEqual(held.names.slice(1));
      expect(await pendingMigrations(url)).toEqual([]);
    },
  );
});

describe('a migration at work in the first start of the embedded database', () => {
  it('that is killed, or ended, is gone on with by the next start', async () => {
    const beside = await openEmbedded({ dataDir: folder.path, role: 'command' });
    const held = await hold(beside.url);
    const killed = folder.spawn(['serve']);
    await held.atWork(1);
    expect(await killed.end('SIGKILL')).toMatchObject({ code: null });
    // The server notices that no client waits for the migration any more.
    await held.atWork(0);
    const stopped = folder.spawn(['serve']);
    await held.atWork(1);
    const ended = stopped.end('SIGTERM');
    await stopped.said('Stopping after the current migration');
    await held.release();
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain(`Stopped: ${baselineName} applied, ${held.names[1]}`);
    await beside.close();
    const service = await folder.serve();
    expect((await service.call(service.key ?? '', 'clients/list')).status).toBe(200);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});
