import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownToFolderOwner } from './file-ownership.ts';

const pollIntervalMs = 25;

/** Holds across containers until the last process closes `file`. */
export interface FileLock {
  /** Child processes inherit the lock. */
  file: number;
  release(): void;
}

/**
 * @returns null if another process holds it
 * @throws Error if the platform has no such locks
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

/** Exclusive. Null after the timeout. */
export async function waitForFileLock(path: string, timeoutMs: number): Promise<FileLock | null> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const lock = await tryFileLock(path);
    if (lock !== null || Date.now() > end) return lock;
    await sleep(pollIntervalMs);
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
