import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataDirInUseError } from '../../src/database/embedded/data-dir-lock.ts';
import { openEmbedded } from '../../src/database/embedded/embedded-server.ts';
import { tryFileLock, waitForFileLock } from '../../src/database/embedded/file-lock.ts';
import { currentProcessIdentity } from '../../src/database/embedded/process-identity.ts';
import type { ServerState } from '../../src/database/embedded/server-state.ts';
import { removeStalePidFile } from '../../src/database/embedded/stale-pid-file.ts';
import { killProcess } from '../support/kill.ts';
import { createScratchFolder, type ScratchFolder } from '../support/scratch-folder.ts';

let scratch: ScratchFolder;
let dataDir: string;

// When the tests run as root, PostgreSQL's own user cannot enter the folder, as it could not below /root.
beforeAll(async () => {
  scratch = await createScratchFolder();
  dataDir = scratch.path;
});
afterAll(() => scratch.remove());

/** The server's process, from its own lock file. Undefined without one. */
function serverPid(): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('processes that start on an empty data folder at the same time share one server', async () => {
  const progress: string[] = [];
  const log = (message: string) => progress.push(message);
  const opened = await Promise.all(
    (['command', 'service', 'command', 'command'] as const).map((role) =>
      openEmbedded({ dataDir, role, log }),
    ),
  );
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
  expect(progress).toEqual([expect.stringContaining(`Creating a database in ${dataDir}`)]);
  await Promise.all(opened.map(({ close }) => close()));
  expect(serverPid()).toBeUndefined();
});

test('the password lies in files that their owner alone can read', () => {
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});

test('the server is durable, with checksums and UTF-8, and requires a password', async () => {
  const { url, close } = await openEmbedded({ dataDir, role: 'command' });
  const rows = await query<{ name: string; setting: string }>(
    url,
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes',
     'data_checksums', 'server_encoding', 'listen_addresses') ORDER BY name`,
  );
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  await close();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  });
});

describe('next to a running service', () => {
  test('a second service is rejected with a message and disturbs nothing', async () => {
    const service = await openEmbedded({ dataDir, role: 'service' });
    const second = openEmbedded({ dataDir, role: 'service' });
    await expect(second).rejects.toThrow(DataDirInUseError);
    await expect(second).rejects.toThrow(
      `Another service (process ${process.pid}) is running on DATA_DIR ${dataDir}.`,
    );
    expect(await query(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.close();
  });

  test('commands start and end, and the last process stops the server', async () => {
    const service = await openEmbedded({ dataDir, role: 'service' });
    const first = await openEmbedded({ dataDir, role: 'command' });
    await first.close();
    const second = await openEmbedded({ dataDir, role: 'command' });
    await service.close();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.close();
    expect(serverPid()).toBeUndefined();
  });
});

test('a server killed under its service comes back at the same URL', async () => {
  const service = await openEmbedded({ dataDir, role: 'service' });
  const killed = serverPid() ?? 0;
  killProcess(killed, 'SIGKILL');
  await expect
    .poll(() => query(service.url, 'SELECT 1 AS one').catch(() => []))
    .toEqual([{ one: 1 }]);
  expect(serverPid()).not.toBe(killed);
  await service.close();
  expect(serverPid()).toBeUndefined();
});

test('a lock file left behind whose process number is another program’s is no hindrance', async () => {
  const leftBehind = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n\n127.0.0.1\n\nready\n`;
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), leftBehind);
  const { url, close } = await openEmbedded({ dataDir, role: 'service' });
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await close();
});

test('an empty lock file, as after a power failure, is ignored', async () => {
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), '');
  const { url, close } = await openEmbedded({ dataDir, role: 'service' });
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await close();
});

test('a lock is held by PostgreSQL itself, for as long as one of its processes lives', async () => {
  const path = join(dataDir, 'locks/server');
  const { close } = await openEmbedded({ dataDir, role: 'service' });
  expect(await tryFileLock(path)).toBeNull();
  await close();
  const free = await waitForFileLock(path, 10_000);
  expect(free).not.toBeNull();
  free?.release();
});

describe('a stale file of a server', () => {
  const lockFile = () => join(dataDir, 'postgres/postmaster.pid');
  const here = currentProcessIdentity();
  const elsewhere = { ...here, processes: 'pid:[1]', host: 'elsewhere' };
  const ofAnotherBoot = { ...here, boot: 'another' };
  /** Of a process that is no server of this cluster. */
  const dead = () => writeFile(lockFile(), `${process.pid}\n/none\n1700000000\n5432\n`);
  const remove = (startedAt: ServerState['startedAt'], remote: string | null) =>
    removeStalePidFile(
      dataDir,
      { port: null, password: '', ...(startedAt && { startedAt }) },
      remote,
    );

  test.for([
    ['was handed the lock, wherever it ran', { ...elsewhere, isLocked: true }, null],
    ['ran before the machine was started again', { ...ofAnotherBoot, isLocked: false }, null],
    ['ran here, and its process is gone', { ...here, isLocked: false }, 'NFS'],
  ] as const)('is removed if it %s', async ([, startedAt, remote]) => {
    await dead();
    expect(await remove(startedAt, remote)).toBe(false);
    expect(existsSync(lockFile())).toBe(false);
  });

  test.for([
    [
      'ran elsewhere, on a file system whose locks are not relied on',
      { ...elsewhere, isLocked: true },
      'NFS',
    ],
    ['ran on a machine that may be another one', { ...ofAnotherBoot, isLocked: false }, 'NFS'],
    ['ran elsewhere, without the lock', { ...elsewhere, isLocked: false }, null],
    ['was started by an earlier build', undefined, null],
  ] as const)('is not touched, and reported, if it %s', async ([, startedAt, remote]) => {
    await dead();
    await expect(remove(startedAt, remote)).rejects.toThrow(
      /nothing proves that it ended.*remove that file/s,
    );
    expect(existsSync(lockFile())).toBe(true);
    rmSync(lockFile());
  });
});

describe('after kill -9', () => {
  const script = fileURLToPath(new URL('../support/embedded-writer.ts', import.meta.url));

  /** A service that has acknowledged some numbers; `last` is the last of them that this process knows of. */
  async function startWriter(): Promise<{ child: ChildProcess; last: () => number }> {
    const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const last = () => Number(output.trimEnd().split('\n').at(-1));
    const atStart = () => output.split('\n').length;
    while (atStart() < 50 && child.exitCode === null) await sleep(20);
    return { child, last };
  }

  async function kill(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  async function storedNumbers(): Promise<{ kept: number; highest: number }> {
    const { url, close } = await openEmbedded({ dataDir, role: 'service' });
    const [row] = await query<{ kept: number; highest: number }>(
      url,
      'SELECT count(*)::int AS kept, max(number) AS highest FROM acknowledged',
    );
    await close();
    return row ?? { kept: 0, highest: 0 };
  }

  test('of the service, the next one takes its server over with everything acknowledged', async () => {
    const { child, last } = await startWriter();
    const pid = serverPid();
    await kill(child);
    expect(serverPid()).toBe(pid);
    const { kept, highest } = await storedNumbers();
    expect(highest).toBeGreaterThanOrEqual(last());
    expect(kept).toBe(highest);
    expect(serverPid()).toBeUndefined();
  });

  test('of the service and of PostgreSQL, nothing acknowledged is lost', async () => {
    const { child, last } = await startWriter();
    killProcess(serverPid(), 'SIGKILL');
    await kill(child);
    const { kept, highest } = await storedNumbers();
    expect(highest).toBeGreaterThanOrEqual(last());
    expect(kept).toBe(highest);
  });
});
