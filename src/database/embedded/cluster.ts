import { access, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { initialise } from './initialise.ts';
import { createDatabase, launchServer } from './launch.ts';
import { isServing, readPostmaster, stopPostmaster } from './postmaster.ts';
import { decideRunAs } from './run-as.ts';
import { dataPaths, readState, type ServerState, serverUrl, writeState } from './state.ts';

/** How long another process's server may take to start or stop. */
const startPatienceMillis = 600_000;
const pollMillis = 20;

/** Processes of a server that was killed may need a moment to end, and a port may be taken meanwhile. */
const startAttempts = 20;
const attemptPauseMillis = 250;

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
  for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
    const server = (await adopt(options.dataDir)) ?? (await launch(options));
    if (server !== null) return server;
    await sleep(attemptPauseMillis);
  }
  const { log } = dataPaths(options.dataDir);
  throw new Error(`The embedded PostgreSQL does not start; ${log} says why.`);
}

/**
 * The server that runs already. One that does not answer is left alone, since others may be using it.
 * @throws Error in words where it does not answer.
 */
async function adopt(dataDir: string): Promise<RunningServer | null> {
  const { cluster } = dataPaths(dataDir);
  const found = await living(cluster);
  if (found === null) return null;
  const state = await readState(dataDir, false);
  const adopted = { ...state, port: found.port };
  try {
    await createDatabase(adopted);
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL in ${dataDir} runs (process ${found.pid}) but cannot be used: ` +
        `${(cause as Error).message}. Once nothing needs it, end that process and start again.`,
      { cause },
    );
  }
  if (found.port !== state.port) await writeState(dataDir, adopted);
  return runningServer(cluster, found.pid, adopted);
}

async function launch({
  dataDir,
  log,
  settings = {},
}: ClusterOptions): Promise<RunningServer | null> {
  const { cluster } = dataPaths(dataDir);
  const isNew = !(await exists(cluster));
  const state = await readState(dataDir, isNew);
  const binaries = await findBinaries();
  const { postgres } = binaries;
  const runAs = await decideRunAs(cluster, [dataDir, dirname(postgres), postgres]);
  if (isNew) {
    log(`Making a database in ${dataDir}; only the first start does, it takes a few seconds.`);
    await initialise(dataDir, binaries, runAs, state);
  }
  const launched = await launchServer({ dataDir, settings }, binaries, runAs, state);
  return launched && runningServer(cluster, launched.pid, launched.state);
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
async function living(cluster: string): Promise<{ pid: number; port: number } | null> {
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

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
