import { ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, waitForFileLock } from './file-lock.ts';
import {
  currentProcessIdentity,
  type ProcessIdentity,
  sharesPidNamespace,
} from './process-identity.ts';
import { dataPaths } from './server-state.ts';

/** A container that is being removed holds its lock briefly. */
const lockTimeoutMs = 2_000;

type Holder = ProcessIdentity & { pid: number };

export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';

  constructor(dataDir: string, holder: Holder | null) {
    super(
      `Another service${holder === null ? '' : ` (${describe(holder)})`} is running on DATA_DIR ${dataDir}. ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
}

/**
 * Also excludes other containers.
 * @throws DataDirInUseError
 */
export async function lockDataDir(dataDir: string): Promise<FileLock> {
  const path = join(dataPaths(dataDir).locks, 'service');
  const lock = await waitForFileLock(path, lockTimeoutMs);
  if (lock === null) throw new DataDirInUseError(dataDir, readHolder(path));
  const holder: Holder = { pid: process.pid, ...currentProcessIdentity() };
  ftruncateSync(lock.file);
  writeSync(lock.file, JSON.stringify(holder));
  return lock;
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function describe(holder: Holder): string {
  const here = sharesPidNamespace(holder, currentProcessIdentity());
  return `process ${holder.pid}${here ? '' : ` in another container or on another machine, host name ${holder.host}`}`;
}
