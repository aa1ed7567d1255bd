import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { withCommandName } from '../config/config.ts';
import { type Database, openDatabase } from '../database/client/client.ts';
import { connectionBudgetProblem } from '../database/client/connection-budget.ts';
import { openReadyDatabase, type ReadyDatabase } from '../database/client/open-database.ts';
import { assertAddressAvailable } from '../http/http-server.ts';
import { openConnectionAcceptor } from './connection-acceptor.ts';
import {
  databasePortChangedMessage,
  defaultDrainTimeoutMs,
  localHostname,
  type RunningServer,
  type ServerDependencies,
} from './running-server.ts';
import { WorkerSupervisor } from './worker-supervisor.ts';

export interface RunningCluster extends RunningServer {
  /** Replaces all workers without losing a request. Never rejects. */
  replace(): Promise<void>;
}

/** The main process only prepares the database. */
const mainProcessPoolSize = 2;

const minPoolSize = 2;

/** Two, so that a long request does not block all others on one processor. */
const minActiveWorkers = 2;

interface ClusterDependencies extends ServerDependencies {
  log: Logger;
  /** The program that runs a worker with `args`. */
  program: string;
  args: readonly string[];
}

/**
 * Workers that die are replaced.
 * @throws as `startServer`; WorkersNotStartedError
 */
export async function startCluster(
  config: Config,
  dependencies: ClusterDependencies,
): Promise<RunningCluster> {
  const { log, signal, progress = () => undefined } = dependencies;
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  let report = progress;
  try {
    await assertAddressAvailable(config.host, config.port);
    const access = await openReadyDatabase(
      config,
      'service',
      (line) => report(line),
      signal,
      () => dependencies.onLost?.(databasePortChangedMessage),
    );
    closers.push(access.close);
    await prepareDatabase(access, config, dependencies);
    const workers = await openWorkers(config, access, dependencies);
    closers.push(workers.stop);
    await workers.start();
    signal?.throwIfAborted();
    report = (line) => log.warn(line);
    const { activeWorkers, port, supervisor } = workers;
    const url = `http://${localHostname(config.host)}:${port}`;
    log.info({ url, workers: config.workers, atWork: activeWorkers }, 'listening');
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= closeAll();
      return closed;
    };
    return { url, port, close, replace: () => supervisor.replace() };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function prepareDatabase(
  access: ReadyDatabase,
  { databasePoolSize }: Config,
  { log, prepare, signal }: ClusterDependencies,
): Promise<void> {
  if (access.problem !== undefined) log.warn(withCommandName(access.problem));
  const budgetProblem = await connectionBudgetProblem(access, databasePoolSize);
  if (budgetProblem !== undefined) log.warn(budgetProblem);
  signal?.throwIfAborted();
  if (prepare) await withDatabase(access, prepare);
  signal?.throwIfAborted();
}

function distributeConnections({ workers, databasePoolSize }: Config) {
  const activeWorkers = Math.min(workers, Math.max(minActiveWorkers, availableParallelism()));
  const activePoolSize = Math.max(minPoolSize, Math.ceil(databasePoolSize / activeWorkers));
  return {
    activeWorkers,
    poolSizeOf: (slot: number) => (slot < activeWorkers ? activePoolSize : minPoolSize),
  };
}

/** Accepts connections before the workers start. */
async function openWorkers(
  config: Config,
  access: ReadyDatabase,
  { log, signal, program, args, drainTimeoutMs = defaultDrainTimeoutMs }: ClusterDependencies,
) {
  const { activeWorkers, poolSizeOf } = distributeConnections(config);
  let dispatch = (_: Socket) => false;
  const acceptor = await openConnectionAcceptor(config.host, config.port, (socket) =>
    dispatch(socket),
  );
  const supervisor = new WorkerSupervisor({
    size: config.workers,
    activeWorkers,
    heartbeatTimeoutSeconds: config.workerTimeoutSeconds,
    log,
    onReady: () => acceptor.dispatchWaiting(),
    onReturned: (socket) => acceptor.dispatchAgain(socket),
    start: (slot) => ({
      program,
      args,
      env: {
        DATABASE_URL: access.url,
        DATABASE_DIRECT_URL: access.directUrl,
        PORT: String(acceptor.port),
        DATABASE_POOL_SIZE: String(poolSizeOf(slot)),
      },
    }),
  });
  dispatch = (socket) => supervisor.dispatch(socket);
  const timeouts = { drainTimeoutMs };
  const finishEarly = () => void supervisor.finish(timeouts);
  return {
    activeWorkers,
    port: acceptor.port,
    supervisor,
    start: async () => {
      signal?.addEventListener('abort', finishEarly);
      await supervisor.start();
      signal?.removeEventListener('abort', finishEarly);
    },
    stop: async () => {
      log.info('draining');
      supervisor.drain(timeouts);
      await acceptor.close(timeouts.drainTimeoutMs);
      await supervisor.finish(timeouts);
      log.info('stopped');
    },
  };
}

async function withDatabase(
  {
    directUrl: url,
    isDistributed,
    role,
  }: Pick<ReadyDatabase, 'directUrl' | 'isDistributed' | 'role'>,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ url, isDistributed, role, poolSize: mainProcessPoolSize });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
