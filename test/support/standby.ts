import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../../src/database/embedded/binaries.ts';
import { ensureServer, type RunningServer } from '../../src/database/embedded/ensure-server.ts';
import { commandLine, decideRunAs, spawnOptions } from '../../src/database/embedded/run-as.ts';
import { dataPaths } from '../../src/database/embedded/server-state.ts';
import { freePort } from './free-port.ts';
import { killProcess } from './kill.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** A server whose log can be followed, with nothing kept. */
export interface Primary {
  server: RunningServer;
  /** A server that follows it, made of a copy of its files; another copy each time. */
  addStandby(): Promise<Standby>;
  /** Ends it at once, as a power cut would. */
  kill(): void;
  stop(): Promise<void>;
}

export interface Standby {
  /** Of the same database as the primary's. */
  url: string;
  /** Suspends all of its processes, so that it neither responds nor rejects. */
  pause(): void;
  goOn(): void;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Starts it again, where it was. */
  start(): Promise<void>;
}

const settings = {
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '8',
  wal_keep_size: '512MB',
  autovacuum: 'off',
  unix_socket_directories: '',
};

/** Starts a primary in a new folder. */
export async function startPrimary(): Promise<Primary> {
  const { path, remove } = await createScratchFolder();
  await chmod(path, 0o755);
  const dataDir = join(path, 'primary');
  await mkdir(dataDir, { mode: 0o755 });
  const server = await ensureServer({ dataDir, log: () => undefined, settings });
  const standbys: Standby[] = [];
  let isKilled = false;
  return {
    server,
    addStandby: async () => {
      const standby = await makeStandby(server, dataDir, join(path, `standby-${standbys.length}`));
      standbys.push(standby);
      return standby;
    },
    kill: () => {
      isKilled = true;
      killProcess(server.pid, 'SIGKILL');
    },
    stop: async () => {
      for (const standby of standbys) await standby.kill();
      if (!isKilled) await server.stop();
      await remove();
    },
  };
}

/** Copies the files while the server runs, like a base backup. Changes during the copy are replayed. */
async function makeStandby(primary: RunningServer, from: string, to: string): Promise<Standby> {
  const { cluster } = dataPaths(from);
  const runAs = await decideRunAs(cluster, []);
  const client = new pg.Client(primary.url);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    const leftOut = /\/(pg_wal\/.+|postmaster\.(pid|opts))$/;
    await cp(cluster, to, { recursive: true, filter: (source) => !leftOut.test(source) });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  const port = await freePort();
  const url = new URL(primary.url);
  const connection = `host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`;
  await writeFile(join(to, 'standby.signal'), '');
  await writeFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\nport = ${port}\nhot_standby = on\nwal_receiver_status_interval = 1\n` +
      Object.entries(settings)
        .map(([name, value]) => `${name} = '${value}'\n`)
        .join(''),
  );
  await chmod(to, 0o700);
  if (runAs.owner) await giveTo(to, runAs.owner);
  url.port = String(port);
  return await run(to, url.href, runAs);
}

async function run(
  folder: string,
  url: string,
  runAs: Awaited<ReturnType<typeof decideRunAs>>,
): Promise<Standby> {
  const { postgres } = await findBinaries();
  let server: ChildProcess;
  const start = async () => {
    const [program, parameters] = commandLine(runAs, postgres, ['-D', folder]);
    server = spawn(program, parameters, { ...spawnOptions(runAs), stdio: 'ignore' });
    await answers(url, () => server.exitCode === null);
  };
  const signal = async (name: NodeJS.Signals) => {
    const first = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    for (const pid of [first, ...(await childrenOf(first))]) {
      try {
        killProcess(pid, name);
      } catch (error) {
        // A process of the server's that ended since it was found needs no signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  await start();
  let paused: Promise<void> = Promise.resolve();
  return {
    url,
    pause: () => {
      paused = signal('SIGSTOP');
    },
    goOn: () => void paused.then(() => signal('SIGCONT')),
    kill: async () => {
      await paused;
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      await signal('SIGKILL').catch(() => undefined);
      server.kill('SIGKILL');
      await ended;
    },
    start,
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(join('/proc', pid, 'stat'), 'utf8').catch(() => '');
      return Number(text.split(') ').at(-1)?.split(' ')[1]) === parent ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

async function answers(url: string, isAlive: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (cause) {
      if (!isAlive()) throw new Error('The standby does not start.', { cause });
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(folder, uid, gid);
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(entries.map((name) => chown(join(folder, name), uid, gid)));
}

/** Where a test that needs /proc cannot run. */
export const hasProcesses = process.platform === 'linux';
