import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownToFolderOwner } from './file-ownership.ts';

/** Between two looks whether a lock has become free. */
const pollMillis = 25;

/**
 * A lock on a file, which the kernel keeps: it counts in every container that has the folder, and ends with the last
 * process that has the file open through `file`, killed or not. The file itself stays and means nothing.
 */
export interface FileLock {
  /** The open file; a child process that is given it holds the lock as well. */
  file: number;
  /** Lets go of this process's part of the lock. Safe to call twice. */
  release(): void;
}

/**
 * Takes the lock on a file, made where it is missing; null where it is held already. A shared lock goes along with
 * other shared ones.
 * @throws Error in words where this platform has no such locks.
 */
export async function tryFileLock(
  path: string,
  { shared = false }: { shared?: boolean } = {},
): Promise<FileLock | null> {
  const { tryLock } = await loadLocks();
  const file = openSync(path, 'a+', 0o600);
  chownToFolderOwner(path);
  let isOpen = true;
  const release = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  try {
    if (tryLock(file, { shared })) return { file, release };
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** Takes the exclusive lock on a file as soon as it is free; null where it is still held after `patienceMillis`. */
export async function waitForFileLock(
  path: string,
  patienceMillis: number,
): Promise<FileLock | null> {
  const end = Date.now() + patienceMillis;
  for (;;) {
    const lock = await tryFileLock(path);
    if (lock !== null || Date.now() > end) return lock;
    await sleep(pollMillis);
  }
}

async function loadLocks(): Promise<typeof import('fs-native-extensions')> {
  try {
    return await import('fs-native-extensions');
  } catch (cause) {
    throw new Error(
      `The embedded database needs locks on files, which there are not for this platform (${process.platform}, ` +
        `${process.arch}). Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}
