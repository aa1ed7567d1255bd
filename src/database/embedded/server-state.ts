import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { chownToFolderOwner } from './file-ownership.ts';
import type { ProcessIdentity } from './process-identity.ts';

export interface ServerState {
  port: number | null;
  password: string;
  /** `isLocked`: the server inherited a lock. */
  startedAt?: ProcessIdentity & { isLocked: boolean };
}

export const serverUser = 'actiongraph';
export const serverDatabase = 'actiongraph';

export function dataPaths(dataDir: string) {
  return {
    cluster: join(dataDir, 'postgres'),
    newCluster: join(dataDir, 'postgres.new'),
    password: join(dataDir, 'postgres.password'),
    state: join(dataDir, 'postgres.json'),
    log: join(dataDir, 'postgres.log'),
    /** Never removed. */
    locks: join(dataDir, 'locks'),
  };
}

/**
 * A new cluster gets a random password.
 * @throws Error if the state is unreadable or missing
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

/** Atomic, durable, and readable by the owner only. */
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
  // Makes the rename durable if the platform supports it.
  const folder = await open(dataDir, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

export function serverUrl({ port, password }: ServerState, database = serverDatabase): string {
  return `postgresql://${serverUser}:${password}@127.0.0.1:${port}/${database}`;
}
