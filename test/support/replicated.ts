import { execFileSync, spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { findBinaries } from '../../src/database/embedded/binaries.ts';
import { ensureServer } from '../../src/database/embedded/cluster.ts';
import { commandLine, decideRunAs, spawnOptions } from '../../src/database/embedded/run-as.ts';
import { dataPaths } from '../../src/database/embedded/state.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { makeServiceRole } from '../../src/database/service-role.ts';
import { freePort } from './free-port.ts';
import { killProcess } from './kill.ts';
import { createScratchFolder } from './scratch-folder.ts';

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

/** A migrated primary with a standby that has each change before it is acknowledged. */
export async function startReplicated(): Promise<Replicated> {
  const folders = [await createScratchFolder(), await createScratchFolder()] as const;
  // As root, PostgreSQL runs as another user, who has to get in.
  for (const { path } of folders) await chmod(path, 0o755);
  const [ofFirst, ofSecond] = folders.map(({ path }) => dataPaths(path).cluster) as [
    string,
    string,
  ];
  const dataDir = folders[0].path;
  const made = await ensureServer({ dataDir, log: () => undefined });
  await applyMigrations(made.url);
  await makeServiceRole(made.url);
  await made.stop();
  execFileSync('cp', ['-a', ofFirst, ofSecond]);
  execFileSync('cp', ['-a', `${ofFirst}/PG_VERSION`, `${ofSecond}/standby.signal`]);
  const settings = { synchronous_standby_names: '*', fsync: 'off' };
  const first = new URL(made.url);
  const secondPort = await freePort();
  const connection = `host=127.0.0.1 port=${first.port} user=${first.username} password=${first.password}`;
  const { postgres } = await findBinaries();
  const runAs = await decideRunAs(ofSecond, [folders[1].path, dirname(postgres), postgres]);
  const flags = {
    port: String(secondPort),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    primary_conninfo: connection,
  };
  const [program, parameters] = commandLine(runAs, postgres, [
    '-D',
    ofSecond,
    ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  spawn(program, parameters, { ...spawnOptions(runAs), stdio: 'ignore', detached: true }).unref();
  const primary = await ensureServer({ dataDir, settings, log: () => undefined });
  const second = new URL(primary.url);
  second.port = String(secondPort);
  const query = async (sql: string) => {
    const client = new pg.Client(second.href);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const patience = { timeout: 120_000, interval: 50 };
  await vi.waitFor(async () => {
    const [row] = await query('SELECT status FROM pg_stat_wal_receiver');
    if (row?.status !== 'streaming') throw new Error('The standby does not follow yet.');
  }, patience);
  const { host } = new URL(primary.url);
  return {
    url: `${primary.url.replace(host, `${host},127.0.0.1:${secondPort}`)}?target_session_attrs=read-write`,
    query,
    failOver: async () => {
      killProcess(primary.pid, 'SIGKILL');
      await query('SELECT pg_promote()');
    },
    remove: async () => {
      await Promise.all(folders.map((folder) => folder.remove()));
    },
  };
}
