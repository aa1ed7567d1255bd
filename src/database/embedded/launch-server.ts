import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { readPostmaster } from './postmaster-pid.ts';
import { commandLine, type RunAs, spawnOptions } from './run-as.ts';
import {
  dataPaths,
  type ServerState,
  serverDatabase,
  serverUrl,
  writeServerState,
} from './server-state.ts';

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements are too short for JIT to pay off.
  jit: 'off',
  // For SSDs.
  random_page_cost: '1.1',
};

/** A killed server replays its WAL first. */
const startTimeoutMs = 600_000;
const pollIntervalMs = 20;
const maxLogBytes = 10 * 1024 * 1024;

interface LaunchedServer {
  pid: number;
  state: ServerState;
}

interface LaunchRequest {
  dataDir: string;
  settings: Record<string, string>;
  /** PostgreSQL inherits the lock. */
  lockFile: number;
}

/**
 * @returns null if the cluster or port is in use
 * @throws Error with the end of the server's log
 */
export async function launchServer(
  { dataDir, settings, lockFile }: LaunchRequest,
  binaries: Binaries,
  runAs: RunAs,
  state: ServerState,
): Promise<LaunchedServer | null> {
  const paths = dataPaths(dataDir);
  const port = state.port ?? (await freePort());
  const offset = prepareLog(paths.log);
  const flags = { ...serverSettings, ...settings, port: String(port) };
  // Before the start, because readers of postmaster.pid need `startedAt`.
  await writeServerState(dataDir, state);
  const pid = launch(paths, binaries, runAs, flags, lockFile);
  if (await becomesReady(paths.cluster, pid)) {
    const started = { ...state, port };
    if (port !== state.port) await writeServerState(dataDir, started);
    await createDatabase(started);
    return { pid, state: started };
  }
  const serverLog = (await readFile(paths.log)).subarray(offset).toString().trim();
  if (serverLog.includes('Address already in use')) {
    await writeServerState(dataDir, { ...state, port: null });
    return null;
  }
  if (serverLog.includes('still in use') || serverLog.includes('already exists')) return null;
  throw new Error(`The embedded PostgreSQL in ${dataDir} does not start:\n${serverLog}`);
}

function launch(
  paths: { cluster: string; log: string },
  { postgres }: Binaries,
  runAs: RunAs,
  settings: Record<string, string>,
  lockFile: number,
): number {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, parameters] = commandLine(runAs, postgres, ['-D', paths.cluster, ...flags]);
  const log = openSync(paths.log, 'a', 0o600);
  try {
    // Detached, because Ctrl-C must end the service first.
    const child = spawn(program, parameters, {
      ...spawnOptions(runAs),
      detached: true,
      stdio: ['ignore', log, log, lockFile],
    });
    child.on('error', () => undefined);
    child.unref();
    if (child.pid === undefined) throw new Error(`${program} cannot be run.`);
    return child.pid;
  } finally {
    closeSync(log);
  }
}

async function becomesReady(cluster: string, pid: number): Promise<boolean> {
  const end = Date.now() + startTimeoutMs;
  while (Date.now() < end) {
    const found = readPostmaster(cluster);
    if (found?.pid === pid && found.status === 'ready') return true;
    if (!isRunning(pid)) return false;
    await sleep(pollIntervalMs);
  }
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function createDatabase(state: ServerState): Promise<void> {
  const client = new pg.Client({
    connectionString: serverUrl(state, 'postgres'),
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      serverDatabase,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${serverDatabase}`);
  } finally {
    await client.end();
  }
}

/** The offset of new lines. */
function prepareLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxLogBytes) return size;
  truncateSync(path);
  return 0;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
