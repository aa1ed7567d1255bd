import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { ensureServer, type RunningServer, ServedElsewhereError } from './ensure-server.ts';
import { type FileLock, tryFileLock, waitForFileLock } from './file-lock.ts';
import { dataPaths } from './server-state.ts';
import { type ServerWatch, watchServer } from './server-watch.ts';

const initialRetryDelayMs = 100;
const maxRetryDelayMs = 5_000;

const lockTimeoutMs = 180_000;

/** At most one service and any number of commands. */
export type EmbeddedRole = 'service' | 'command';

export interface EmbeddedOptions {
  dataDir: string;
  role: EmbeddedRole;
  log?: (message: string) => void;
  /** The server restarted with another port: `url` is invalid. */
  onPortChanged?: (() => void) | undefined;
}

export interface EmbeddedDatabase {
  /** Contains the password: do not log. */
  url: string;
  /** Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates, starts or adopts the server, and restarts it after a crash. Each user holds a shared file lock; the
 * last one stops the server.
 * @throws DataDirInUseError if another service uses the folder; ServedElsewhereError if the server runs in an
 * unreachable container; Error if it cannot start
 */
export async function openEmbedded({
  dataDir: givenDataDir,
  role,
  log = () => undefined,
  onPortChanged = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = await ensureDataDir(givenDataDir);
  const session = new Session(dataDir, role, log, onPortChanged);
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
  readonly #onPortChanged: () => void;
  readonly #locks: string;
  #server: RunningServer | undefined;
  #watch: ServerWatch | undefined;
  #serviceLock: FileLock | undefined;
  #userLock: FileLock | null | undefined;
  #isClosing = false;
  #closed: Promise<void> | undefined;

  constructor(
    dataDir: string,
    role: EmbeddedRole,
    log: (message: string) => void,
    onPortChanged: () => void,
  ) {
    this.#onPortChanged = onPortChanged;
    this.#dataDir = dataDir;
    this.#role = role;
    this.#log = log;
    this.#locks = dataPaths(dataDir).locks;
  }

  async open(): Promise<string> {
    return await this.#withLock(async () => {
      if (this.#isClosing) throw new Error('It is being closed.');
      const isService = this.#role === 'service';
      if (isService) this.#serviceLock ??= await lockDataDir(this.#dataDir);
      const server = await ensureServer({ dataDir: this.#dataDir, log: this.#log });
      if (server.elsewhere !== null && isService) {
        throw new ServedElsewhereError(this.#dataDir, server.elsewhere);
      }
      this.#server = server;
      if (server.elsewhere === null)
        this.#userLock ??= await tryFileLock(this.#users, { shared: true });
      if (isService) {
        this.#watch = await watchServer(server.urlOf('postgres'));
        void this.#reopenWhenLost(this.#watch);
      }
      return server.url;
    });
  }

  close(): Promise<void> {
    this.#isClosing = true;
    this.#closed ??= this.#withLock(async () => {
      await this.#watch?.end().catch(() => undefined);
      this.#userLock?.release();
      const alone = await tryFileLock(this.#users);
      if (alone !== null) await this.#server?.stop();
      alone?.release();
    }).finally(() => this.releaseLocks());
    return this.#closed;
  }

  releaseLocks(): void {
    this.#userLock?.release();
    this.#serviceLock?.release();
  }

  get #users(): string {
    return join(this.#locks, 'users');
  }

  /** Excludes other processes, across containers. */
  async #withLock<T>(work: () => Promise<T>): Promise<T> {
    const lock = await waitForFileLock(join(this.#locks, 'turn'), lockTimeoutMs);
    if (lock === null) {
      throw new Error(
        `Another process has been starting or stopping the database in ${this.#dataDir} for three minutes. ` +
          'If none is, end the processes named "actiongraph" and try again.',
      );
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  async #reopenWhenLost(watch: ServerWatch): Promise<void> {
    await watch.lost;
    if (this.#isClosing) return;
    const formerUrl = this.#server?.url;
    this.#log('The connection to the embedded database was lost; bringing it back.');
    for (
      let pause = initialRetryDelayMs;
      !this.#isClosing;
      pause = Math.min(2 * pause, maxRetryDelayMs)
    ) {
      try {
        const url = await this.open();
        if (url === formerUrl) this.#log('The embedded database is back.');
        else this.#onPortChanged();
        return;
      } catch (error) {
        if (this.#isClosing) return;
        this.#log(`The embedded database is not back yet: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  }
}
