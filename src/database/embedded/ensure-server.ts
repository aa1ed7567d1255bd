import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { ensureDataDir, findRemoteFileSystem } from './data-dir.ts';
import { type FileLock, tryFileLock } from './file-lock.ts';
import { initCluster } from './init-cluster.ts';
import { createDatabase, launchServer } from './launch-server.ts';
import { isServing, readPostmaster, stopPostmaster } from './postmaster-pid.ts';
import {
  currentProcessIdentity,
  sharesNetworkNamespace,
  sharesPidNamespace,
} from './process-identity.ts';
import { decideRunAs } from './run-as.ts';
import {
  dataPaths,
  readServerState,
  type ServerState,
  serverUrl,
  writeServerState,
} from './server-state.ts';
import { requireSameMajorVersion } from './server-version.ts';
import { removeStalePidFile } from './stale-pid-file.ts';

/** A killed server replays its WAL first. */
const readyTimeoutMs = 600_000;

/** A killed server keeps its processes and port briefly. */
const startTimeoutMs = 15_000;

/** Waits for a container that is being removed. */
const elsewhereTimeoutMs = 2_000;
const retryDelayMs = 50;

export interface ClusterOptions {
  dataDir: string;
  log: (message: string) => void;
  settings?: Record<string, string>;
}

export interface RunningServer {
  url: string;
  urlOf(database: string): string;
  pid: number;
  /** The container that controls the server; null for this one. */
  elsewhere: string | null;
  stop(): Promise<void>;
}

export class ServedElsewhereError extends Error {
  override readonly name = 'ServedElsewhereError';

  constructor(dataDir: string, host: string) {
    super(
      `The database in DATA_DIR ${dataDir} is in use in another container or on another machine (host name ${host}). ` +
        `Run commands there; with Docker: docker exec ${host} actiongraph … ` +
        'A second service needs a DATA_DIR of its own, or a PostgreSQL server in DATABASE_URL.',
    );
  }
}

/**
 * PostgreSQL inherits a file lock, so two servers never use one folder. Callers hold the turn lock.
 * @throws ServedElsewhereError; Error with the end of the server's log
 */
export async function ensureServer(clusterOptions: ClusterOptions): Promise<RunningServer> {
  const options = { ...clusterOptions, dataDir: await ensureDataDir(clusterOptions.dataDir) };
  const { cluster, locks, log } = dataPaths(options.dataDir);
  const startedAt = Date.now();
  for (;;) {
    const lock = await tryFileLock(join(locks, 'server'));
    try {
      const server = await (lock ? launch(options, lock) : adopt(options.dataDir));
      if (server !== null) return server;
    } catch (error) {
      const isElsewhere = error instanceof ServedElsewhereError;
      if (!isElsewhere || Date.now() > startedAt + elsewhereTimeoutMs) throw error;
    } finally {
      lock?.release();
    }
    const timeoutMs = isServingHere(cluster) ? readyTimeoutMs : startTimeoutMs;
    if (Date.now() > startedAt + timeoutMs) {
      throw new Error(`The embedded PostgreSQL does not start; ${log} says why.`);
    }
    await sleep(retryDelayMs);
  }
}

/**
 * An unresponsive server may have other users and is not stopped.
 * @returns null until it is ready
 * @throws ServedElsewhereError
 */
async function adopt(dataDir: string): Promise<RunningServer | null> {
  const { cluster } = dataPaths(dataDir);
  const state = await readServerState(dataDir, false);
  const here = currentProcessIdentity();
  const there = state.startedAt ?? here;
  if (!sharesNetworkNamespace(there, here)) throw new ServedElsewhereError(dataDir, there.host);
  const found = readPostmaster(cluster);
  if (found?.status !== 'ready') return null;
  const isElsewhere = !sharesPidNamespace(there, here);
  if (!isElsewhere && !isServing(cluster, found.pid)) return null;
  const adopted = { ...state, port: found.port };
  try {
    await createDatabase(adopted);
  } catch (cause) {
    if (isElsewhere) throw new ServedElsewhereError(dataDir, there.host);
    throw new Error(
      `The embedded PostgreSQL in ${dataDir} runs (process ${found.pid}) but cannot be used: ` +
        `${(cause as Error).message}. Once nothing needs it, end that process and start again.`,
      { cause },
    );
  }
  if (found.port !== state.port) await writeServerState(dataDir, adopted);
  return runningServer(cluster, {
    pid: found.pid,
    state: adopted,
    elsewhere: isElsewhere ? there.host : null,
  });
}

/** Null if another attempt may succeed. */
async function launch(
  { dataDir, log, settings = {} }: ClusterOptions,
  lock: FileLock,
): Promise<RunningServer | null> {
  const { cluster } = dataPaths(dataDir);
  const isNew = !(await exists(cluster));
  const remote = await findRemoteFileSystem(dataDir);
  const state = await readServerState(dataDir, isNew);
  if (await removeStalePidFile(dataDir, state, remote)) return await adopt(dataDir);
  if (remote !== null) log(warningOf(dataDir, remote));
  const binaries = await findBinaries();
  const { major, postgres } = binaries;
  if (!isNew) await requireSameMajorVersion(dataDir, major);
  const runAs = await decideRunAs(cluster, [dataDir, dirname(postgres), postgres]);
  if (isNew) {
    log(`Creating a database in ${dataDir}. This takes a few seconds.`);
    await initCluster(dataDir, binaries, runAs, state);
  }
  const startedAt = { ...currentProcessIdentity(), isLocked: remote === null };
  const request = { dataDir, settings, lockFile: lock.file };
  const launched = await launchServer(request, binaries, runAs, { ...state, startedAt });
  return launched && runningServer(cluster, { ...launched, elsewhere: null });
}

function runningServer(
  cluster: string,
  { pid, state, elsewhere }: { pid: number; state: ServerState; elsewhere: string | null },
): RunningServer {
  return {
    url: serverUrl(state),
    urlOf: (database) => serverUrl(state, database),
    pid,
    elsewhere,
    stop: async () => {
      if (elsewhere === null) await stopPostmaster(cluster, pid);
    },
  };
}

function isServingHere(cluster: string): boolean {
  const found = readPostmaster(cluster);
  return found !== null && isServing(cluster, found.pid);
}

function warningOf(dataDir: string, remote: string): string {
  return (
    `DATA_DIR ${dataDir} is on ${remote}: locks on its files may not keep another machine from using it, which would ` +
    'destroy data. Make sure that only one machine does, or put it on a local disk.'
  );
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
