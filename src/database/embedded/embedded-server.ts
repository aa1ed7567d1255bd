import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { ensureServer, type RunningServer, ServedElsewhereError } from './ensure-server.ts';
import { type FileLock, tryFileLock, waitForFileLock } from './file-lock.ts';
import { dataPaths } from './server-state.ts';
import { type ServerWatch, watchServer } from './server-watch.ts';

/** Pauses between attempts to bring a server back that died under its service. */
const firstPauseMillis = 100;
const longestPauseMillis = 5_000;

/** How long another process may take to start or stop the server. */
const turnPatienceMillis = 180_000;

/** Who uses an embedded server: at most one service, and commands beside it. */
export type EmbeddedRole = 'service' | 'command';

export interface EmbeddedOptions {
  /** Where the database lives; made where it is missing. */
  dataDir: string;
  /** A service has the data folder to itself; commands come and go beside it, or without one. */
  role: EmbeddedRole;
  /** Told, in words, of what takes long or went wrong. */
  log?: (message: string) => void;
  /** Told where a server that died had to come back at another URL, its port being taken: `url` is of no use then. */
  onMoved?: (() => void) | undefined;
}

export interface EmbeddedDatabase {
  /** A PostgreSQL URL, with the password: not for logs. It stays valid while this is open. */
  url: string;
  /** Leaves; whoever leaves last stops the server. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * The embedded PostgreSQL of a data folder, running: made on the first start, started where it is not running,
 * used as it is where it runs, be it beside another process or left behind by one that was killed. A server
 * that dies under its service is brought back on the same port.
 *
 * Every process that uses the server has a lock on a file, which goes with the process, killed or not. `close`
 * releases it, and the last one to leave stops the server: a service that ends while a command is at work
 * leaves that to the command. A command in another container that shares the network uses the server as a guest.
 * @throws DataDirInUseError where the role is service and there is one already, in whatever container.
 * @throws ServedElsewhereError where the server runs in another container and cannot be used from here.
 * @throws Error in words where the server cannot be made or started.
 */
export async function openEmbedded({
  dataDir: givenDir,
  role,
  log = () => undefined,
  onMoved = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = await ensureDataDir(givenDir);
  const session = new Session(dataDir, role, log, onMoved);
  try {
    const url = await session.open();
    return { url, close: () => session.close() };
  } catch (error) {
    session.releaseLocks();
    throw error;
  }
}

class Session {
  readonly #dataDir: string;
  readonly #role: EmbeddedRole;
  readonly #log: (message: string) => void;
  readonly #onMoved: () => void;
  readonly #locks: string;
  #server: RunningServer | undefined;
  #watch: ServerWatch | undefined;
  /** Held by the one service, and by every user of the server. */
  #servicePlace: FileLock | undefined;
  #use: FileLock | null | undefined;
  #isClosing = false;
  #closed: Promise<void> | undefined;

  constructor(
    dataDir: string,
    role: EmbeddedRole,
    log: (message: string) => void,
    onMoved: () => void,
  ) {
    this.#onMoved = onMoved;
    this.#dataDir = dataDir;
    this.#role = role;
    this.#log = log;
    this.#locks = dataPaths(dataDir).locks;
  }

  async open(): Promise<string> {
    return await this.#inTurn(async () => {
      if (this.#isClosing) throw new Error('It is being closed.');
      const isService = this.#role === 'service';
      if (isService) this.#servicePlace ??= await lockDataDir(this.#dataDir);
      const server = await ensureServer({ dataDir: this.#dataDir, log: this.#log });
      if (server.elsewhere !== null && isService) {
        throw new ServedElsewhereError(this.#dataDir, server.elsewhere);
      }
      this.#server = server;
      if (server.elsewhere === null) this.#use ??= await tryFileLock(this.#users, { shared: true });
      if (isService) {
        this.#watch = await watchServer(server.urlOf('postgres'));
        void this.#reopenWhenLost(this.#watch);
      }
      return server.url;
    });
  }

  close(): Promise<void> {
    this.#isClosing = true;
    this.#closed ??= this.#inTurn(async () => {
      await this.#watch?.end().catch(() => undefined);
      this.#use?.release();
      const alone = await tryFileLock(this.#users);
      if (alone !== null) await this.#server?.stop();
      alone?.release();
    }).finally(() => this.releaseLocks());
    return this.#closed;
  }

  /** Where opening failed. */
  releaseLocks(): void {
    this.#use?.release();
    this.#servicePlace?.release();
  }

  get #users(): string {
    return join(this.#locks, 'users');
  }

  /** Starting, adopting and stopping the server are decisions that one process takes at a time, in whatever container. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = await waitForFileLock(join(this.#locks, 'turn'), turnPatienceMillis);
    if (turn === null) {
      throw new Error(
        `Another process has been starting or stopping the database in ${this.#dataDir} for three minutes. ` +
          'If none is, end the processes named "actiongraph" and try again.',
      );
    }
    try {
      return await work();
    } finally {
      turn.release();
    }
  }

  async #reopenWhenLost(watch: ServerWatch): Promise<void> {
    await watch.lost;
    if (this.#isClosing) return;
    const formerUrl = this.#server?.url;
    this.#log('The connection to the embedded database was lost; bringing it back.');
    for (
      let pause = firstPauseMillis;
      !this.#isClosing;
      pause = Math.min(2 * pause, longestPauseMillis)
    ) {
      try {
        const url = await this.open();
        if (url === formerUrl) this.#log('The embedded database is back.');
        else this.#onMoved();
        return;
      } catch (error) {
        if (this.#isClosing) return;
        this.#log(`The embedded database is not back yet: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  }
}
