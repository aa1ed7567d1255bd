import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { chownToFolderOwner } from './file-ownership.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** What has to be remembered of an embedded server to use it again. */
export interface ServerState {
  port: number | null;
  password: string;
  /** Where it was started last, and whether it was handed a lock that counts wherever its folder is. */
  startedAt?: ProcessIdentity & { isLocked: boolean };
}

/** The superuser and the database of an embedded server. */
export const serverUser = 'actiongraph';
export const serverDatabase = 'actiongraph';

/** Where things are in DATA_DIR. */
export function dataPaths(dataDir: string) {
  return {
    /** PostgreSQL's own folder. */
    cluster: join(dataDir, 'postgres'),
    /** How the names of clusters begin that are not complete yet; an interrupted first start leaves one behind. */
    newCluster: join(dataDir, 'postgres.new'),
    password: join(dataDir, 'postgres.password'),
    state: join(dataDir, 'postgres.json'),
    log: join(dataDir, 'postgres.log'),
    /** Files with locks (see embedded-server.ts); they mean something while their holder lives, and are never removed. */
    locks: join(dataDir, 'locks'),
  };
}

/**
 * Reads the server's state; for a cluster still to be made it is new, with a password at random.
 * @throws Error in words where it cannot be read, or is missing beside a cluster.
 */
export async function readServerState(dataDir: string, isNew: boolean): Promise<ServerState> {
  const { state } = dataPaths(dataDir);
  try {
    return JSON.parse(await readFile(state, 'utf8')) as ServerState;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || !isNew) {
      throw new Error(
        `${state}, which contains the password of the database, cannot be read (${message}). ` +
          'Start the service as the user who created the file. If the file is lost, restore it from a backup.',
        { cause },
      );
    }
  }
  const fresh: ServerState = { port: null, password: randomBytes(24).toString('base64url') };
  await writeServerState(dataDir, fresh);
  return fresh;
}

/** Writes the state in one step, readable by its owner only, and on the disk when this returns. */
export async function writeServerState(dataDir: string, value: ServerState): Promise<void> {
  const { state } = dataPaths(dataDir);
  const temporary = `${state}.${process.pid}`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  chownToFolderOwner(temporary);
  await rename(temporary, state);
  // The name, too, has to survive a power cut; not every platform can say so of a folder.
  const folder = await open(dataDir, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** The URL of the server's database, or of another one of its databases. */
export function serverUrl({ port, password }: ServerState, database = serverDatabase): string {
  return `postgresql://${serverUser}:${password}@127.0.0.1:${port}/${database}`;
}
