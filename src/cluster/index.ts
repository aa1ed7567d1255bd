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
  drainTimeoutMs,
  localHostname,
  type RunningServer,
  type ServerDependencies,
} from './running-server.ts';
import { WorkerSupervisor } from './worker-supervisor.ts';

/** A service of several processes. */
export interface RunningCluster extends RunningServer {
  /** Replaces each worker by one of the program as it is installed now, without losing a request. Never rejects. */
  replace(): Promise<void>;
}

/** Connections of the main process, which only prepares the database. */
const ownPoolSize = 2;

/** Fewer connections than these no process can work with. */
const leastPoolSize = 2;

/** However few processors there are: what takes a worker for long does not hold up everybody. */
const leastAtWork = 2;

interface WorkersDependencies extends ServerDependencies {
  log: Logger;
  /** The program that is a worker when it is started with the arguments. */
  program: string;
  args: readonly string[];
}

/**
 * Starts the service as several processes: this one has the database ready, accepts connections and hands each to the next
 * worker, which answers all requests on it. A worker that dies is replaced.
 * @throws as `start`; WorkersNotStartedError where a worker could not, which has said why
 */
export async function startCluster(
  config: Config,
  { log, signal, onLost, prepare, progress = () => undefined, ...given }: WorkersDependencies,
): Promise<RunningCluster> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  let tell = progress;
  try {
    await assertAddressAvailable(config.host, config.port);
    const access = await openReadyDatabase(
      config,
      'service',
      (line) => tell(line),
      signal,
      () => onLost?.(databasePortChangedMessage),
    );
    opened.push(access.close);
    if (access.problem !== undefined) log.warn(withCommandName(access.problem));
    const lack = await connectionBudgetProblem(access, config.databasePoolSize);
    if (lack !== undefined) log.warn(lack);
    signal?.throwIfAborted();
    if (prepare) await withDatabase(access, prepare);
    signal?.throwIfAborted();
    const atWork = Math.min(config.workers, Math.max(leastAtWork, availableParallelism()));
    const shareOfPool = Math.max(leastPoolSize, Math.ceil(config.databasePoolSize / atWork));
    let give = (_: Socket) => false;
    const door = await openConnectionAcceptor(config.host, config.port, (socket) => give(socket));
    const crew = new WorkerSupervisor({
      size: config.workers,
      atWork,
      silenceSeconds: config.workerTimeoutSeconds,
      log,
      onReady: () => door.serveWaiting(),
      onReturned: (socket) => door.takeBack(socket),
      start: (place) => ({
        program: given.program,
        args: given.args,
        env: {
          DATABASE_URL: access.url,
          DATABASE_DIRECT_URL: access.directUrl,
          PORT: String(door.port),
          DATABASE_POOL_SIZE: String(place < atWork ? shareOfPool : leastPoolSize),
        },
      }),
    });
    give = (socket) => crew.give(socket);
    const times = { patienceMillis: given.patienceMillis ?? drainTimeoutMs };
    const stop = async () => {
      log.info('draining');
      crew.drain(times);
      await door.close(times.patienceMillis);
      await crew.finish(times);
      log.info('stopped');
    };
    opened.push(stop);
    const early = () => void crew.finish(times);
    signal?.addEventListener('abort', early);
    await crew.start();
    signal?.removeEventListener('abort', early);
    signal?.throwIfAborted();
    tell = (line) => log.warn(line);
    const url = `http://${localHostname(config.host)}:${door.port}`;
    log.info({ url, workers: config.workers, atWork }, 'listening');
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll();
      return closing;
    };
    return { url, port: door.port, close, replace: () => crew.replace() };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function withDatabase(
  { directUrl: url, isSpread, role }: Pick<ReadyDatabase, 'directUrl' | 'isSpread' | 'role'>,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ url, isSpread, role, poolSize: ownPoolSize });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
