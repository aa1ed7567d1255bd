import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureServer, type RunningServer } from './embedded/cluster.ts';
import { type EmbeddedRole, enter, type Presence } from './embedded/presence.ts';
import { withStartLock } from './embedded/start-lock.ts';

/** Pauses between attempts to bring a server back that died under its service. */
const firstPauseMillis = 100;
const longestPauseMillis = 5_000;

export interface EmbeddedOptions {
  /** Where the database lives; made where it is missing. */
  dataDir: string;
  /** A service has the data folder to itself; commands come and go beside it, or without one. */
  role: EmbeddedRole;
  /** Told, in words, of what takes long or went wrong. */
  log?: (message: string) => void;
}

export interface EmbeddedDatabase {
  /** A PostgreSQL URL, with the password: not for logs. It stays valid while this is open. */
  url: string;
  /** Leaves; whoever leaves last stops the server. Safe to call twice. */
  close(): Promise<void>;
}

/** Another service runs on the same data folder. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';

  constructor(dataDir: string, pid: number | null) {
    super(
      `Another service${pid === null ? '' : ` (process ${pid})`} is running on DATA_DIR ${dataDir}. ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
}

/**
 * The embedded PostgreSQL of a data folder, running: made on the first start, started where it is not running,
 * used as it is where it runs, be it beside another process or left behind by one that was killed. A server
 * that dies under its service is brought back on the same port.
 *
 * Every process that uses the server has a mark on it that goes with the process, killed or not. `close`
 * removes it, and the last one to leave stops the server: a service that ends while a command is at work
 * leaves that to the command.
 * @throws DataDirInUseError where the role is service and there is one already.
 * @throws Error in words where the server cannot be made or started.
 */
export async function openEmbedded({
  dataDir: givenDir,
  role,
  log = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(givenDir, { recursive: true });
  const dataDir = await realpath(givenDir);
  const session = new Session(dataDir, role, log);
  const url = await session.open();
  return { url, close: () => session.close() };
}

class Session {
  readonly #dataDir: string;
  readonly #role: EmbeddedRole;
  readonly #log: (message: string) => void;
  #server: RunningServer | undefined;
  #presence: Presence | undefined;
  #isClosing = false;
  #closed: Promise<void> | undefined;

  constructor(dataDir: string, role: EmbeddedRole, log: (message: string) => void) {
    this.#dataDir = dataDir;
    this.#role = role;
    this.#log = log;
  }

  async open(): Promise<string> {
    return await withStartLock(this.#dataDir, async () => {
      if (this.#isClosing) throw new Error('It is being closed.');
      const server = await ensureServer({ dataDir: this.#dataDir, log: this.#log });
      const presence = await enter(server.urlOf('postgres'), this.#role);
      if ('takenBy' in presence) throw new DataDirInUseError(this.#dataDir, presence.takenBy);
      this.#server = server;
      this.#presence = presence;
      if (this.#role === 'service') void this.#reopenWhenLost(presence);
      return server.url;
    });
  }

  close(): Promise<void> {
    this.#isClosing = true;
    this.#closed ??= withStartLock(this.#dataDir, async () => {
      const isShared = await this.#presence?.isShared().catch(() => false);
      await this.#presence?.leave().catch(() => undefined);
      if (!isShared) await this.#server?.stop();
    });
    return this.#closed;
  }

  async #reopenWhenLost(presence: Presence): Promise<void> {
    await presence.lost;
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
        this.#log(
          url === formerUrl
            ? 'The embedded database is back.'
            : 'The embedded database had to move to another port: restart the service.',
        );
        return;
      } catch (error) {
        if (this.#isClosing) return;
        this.#log(`The embedded database is not back yet: ${(error as Error).message}`);
        if (error instanceof DataDirInUseError) return;
        await sleep(pause);
      }
    }
  }
}
