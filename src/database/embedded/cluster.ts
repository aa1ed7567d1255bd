import { execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, truncateSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { isServing, readPostmaster, stopPostmaster } from './postmaster.ts';
import { decideRunAs, handOver, type RunAs } from './run-as.ts';
import {
  dataPaths,
  readState,
  type ServerState,
  serverDatabase,
  serverUrl,
  serverUser,
  writeState,
} from './state.ts';

/** PostgreSQL's settings beside its defaults, which are durable: a commit is on the disk before it is answered. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements here are short: compiling them costs more than it saves.
  jit: 'off',
  // Disks are solid state nowadays; the default makes index scans look four times dearer than they are.
  random_page_cost: '1.1',
};

const execFileAsync = promisify(execFile);
const startAttempts = 8;
const startPatienceMillis = 120_000;
const pollMillis = 20;
const maxLogBytes = 10 * 1024 * 1024;

export interface ClusterOptions {
  dataDir: string;
  /** Told, in words, of what takes long. */
  log: (message: string) => void;
  /** Further settings of the server. */
  settings?: Record<string, string>;
}

/** A server that runs. */
export interface RunningServer {
  url: string;
  /** The same server's database of that name. */
  urlOf(database: string): string;
  pid: number;
  /** Stops it; everything committed is kept. */
  stop(): Promise<void>;
}

/**
 * The server of a data folder, running: adopted where it runs already (after its service was killed, say),
 * started otherwise, made before that where there is none. Callers take turns (see start-lock.ts).
 * @throws Error in words, with the end of the server's log where it does not start.
 */
export async function ensureServer(options: ClusterOptions): Promise<RunningServer> {
  const { dataDir, log } = options;
  const { cluster, newCluster } = dataPaths(dataDir);
  const state = await readState(dataDir);
  const running = await adoptable(cluster);
  if (running !== null && (await answers({ ...state, port: running.port }))) {
    if (running.port !== state.port) await writeState(dataDir, { ...state, port: running.port });
    return runningServer(cluster, running.pid, { ...state, port: running.port });
  }
  if (running !== null) await stopPostmaster(cluster, running.pid);

  const binaries = await findBinaries();
  const isNew = !(await exists(cluster));
  if (isNew) {
    await rm(newCluster, { recursive: true, force: true });
    await mkdir(newCluster, { mode: 0o700 });
  }
  const runAs = await decideRunAs(cluster, [
    dataDir,
    dirname(binaries.postgres),
    binaries.postgres,
  ]);
  if (isNew) {
    log(`Making a database in ${dataDir}; only the first start does, it takes a few seconds.`);
    await initialise(dataDir, binaries, runAs, state);
  }
  return await start(options, binaries, runAs, state);
}

function runningServer(cluster: string, pid: number, state: ServerState): RunningServer {
  return {
    url: serverUrl(state),
    urlOf: (database) => serverUrl(state, database),
    pid,
    stop: () => stopPostmaster(cluster, pid),
  };
}

/** A living server of the cluster that is ready, once it is; what a server that died left behind is no hindrance. */
async function adoptable(cluster: string): Promise<{ pid: number; port: number } | null> {
  const end = Date.now() + startPatienceMillis;
  while (Date.now() < end) {
    const found = readPostmaster(cluster);
    if (found === null) return null;
    if (!isServing(cluster, found.pid)) {
      // The number may belong to another process now, which PostgreSQL would take for a server of this cluster.
      await rm(`${cluster}/postmaster.pid`, { force: true });
      return null;
    }
    if (found.status === 'ready') return found;
    await sleep(pollMillis);
  }
  return readPostmaster(cluster);
}

async function answers(state: ServerState): Promise<boolean> {
  const client = new pg.Client({
    connectionString: serverUrl(state),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes the cluster beside its place and moves it there when it is complete, so that a kill leaves all or nothing. */
async function initialise(
  dataDir: string,
  { initdb }: Binaries,
  runAs: RunAs,
  { password }: ServerState,
): Promise<void> {
  const paths = dataPaths(dataDir);
  await handOver(paths.newCluster, runAs);
  await rm(paths.password, { force: true });
  await writeFile(paths.password, `${password}\n`, { mode: 0o600 });
  await handOver(paths.password, runAs);
  try {
    const ctype = hasLocale('C.utf8') ? 'C.UTF-8' : 'C';
    const [program = initdb, ...parameters] = [
      ...runAs.prefix,
      initdb,
      `--pgdata=${paths.newCluster}`,
      `--username=${serverUser}`,
      `--pwfile=${paths.password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting and case as Unicode has them, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // Trigrams ask the C library which characters are letters.
      `--lc-ctype=${ctype}`,
      '--data-checksums',
    ];
    await execFileAsync(program, parameters, { ...runAs.ids, cwd: '/', env: childEnvironment() });
  } catch (cause) {
    throw new Error(`The database could not be made: ${(cause as Error).message}`, { cause });
  } finally {
    await rm(paths.password, { force: true });
  }
  await rename(paths.newCluster, paths.cluster);
}

async function start(
  { dataDir, settings = {} }: ClusterOptions,
  binaries: Binaries,
  runAs: RunAs,
  state: ServerState,
): Promise<RunningServer> {
  const paths = dataPaths(dataDir);
  let port = state.port ?? (await freePort());
  for (let attempt = 1; ; attempt += 1) {
    const offset = prepareLog(paths.log);
    const pid = launch(paths, binaries, runAs, {
      ...serverSettings,
      ...settings,
      port: String(port),
    });
    if (await becomesReady(paths.cluster, pid)) {
      const started = { ...state, port };
      if (port !== state.port) await writeState(dataDir, started);
      await createDatabase(started);
      return runningServer(paths.cluster, pid, started);
    }
    const said = (await readFile(paths.log, 'utf8')).slice(offset).trim();
    if (attempt === startAttempts) {
      throw new Error(`The embedded PostgreSQL in ${dataDir} does not start:\n${said}`);
    }
    // Processes of a server that was killed may need a moment to end; a port may have been taken meanwhile.
    if (said.includes('Address already in use')) port = await freePort();
    else if (said.includes('still in use') || said.includes('already exists')) await sleep(500);
    else throw new Error(`The embedded PostgreSQL in ${dataDir} does not start:\n${said}`);
  }
}

function launch(
  paths: { cluster: string; log: string },
  { postgres }: Binaries,
  runAs: RunAs,
  settings: Record<string, string>,
): number {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program = postgres, ...parameters] = [
    ...runAs.prefix,
    postgres,
    '-D',
    paths.cluster,
    ...flags,
  ];
  const log = openSync(paths.log, 'a', 0o600);
  try {
    // Detached: a Ctrl-C in the terminal is for the service, which answers what it accepted before it stops this.
    const child = spawn(program, parameters, {
      ...runAs.ids,
      cwd: '/',
      env: childEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    if (child.pid === undefined) throw new Error(`${program} cannot be run.`);
    return child.pid;
  } finally {
    closeSync(log);
  }
}

async function becomesReady(cluster: string, pid: number): Promise<boolean> {
  const end = Date.now() + startPatienceMillis;
  while (Date.now() < end) {
    const found = readPostmaster(cluster);
    if (found?.pid === pid && found.status === 'ready') return true;
    if (!isRunning(pid)) return false;
    await sleep(pollMillis);
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

async function createDatabase(state: ServerState): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl(state, 'postgres') });
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

/** Neither the service's secrets nor settings meant for other PostgreSQL programs reach the server. */
function childEnvironment(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };
}

function hasLocale(name: string): boolean {
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  return (stdout ?? '')
    .toLowerCase()
    .replaceAll('utf-8', 'utf8')
    .split('\n')
    .includes(name.toLowerCase());
}

/** Where the next lines of the log will stand; a log that has grown long starts anew. */
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

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
