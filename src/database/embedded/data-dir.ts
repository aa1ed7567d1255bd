import { existsSync, statSync } from 'node:fs';
import { mkdir, realpath, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { chownToFolderOwner } from './file-ownership.ts';
import { dataPaths } from './server-state.ts';

/** Linux magic numbers of network and FUSE file systems. */
const remoteFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x7461636f, 'OCFS2'],
  [0x01161970, 'GFS2'],
  [0x19830326, 'BeeGFS'],
  [0x5346414f, 'AFS'],
  [0x786f4256, 'a VirtualBox share'],
  [0xbacbacbc, 'a VMware share'],
]);

const reasons: Record<string, string> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENOENT: 'the folder above it takes no others',
  EROFS: 'its file system can only be read',
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  ENOSPC: 'the disk is full',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
};

/** @returns the path without symbolic links */
export async function ensureDataDir(dataDir: string): Promise<string> {
  try {
    await makeFolder(resolve(dataDir));
    const path = await realpath(dataDir);
    const { locks } = dataPaths(path);
    await makeFolder(locks, 0o700);
    chownToFolderOwner(locks);
    return path;
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used: ${reasons[code] ?? message}. ` +
        'Set DATA_DIR to a folder that this user may make or write, or DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** Not `mkdir` with `recursive`, which never ends below /proc. */
async function makeFolder(path: string, mode?: number): Promise<void> {
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  try {
    await mkdir(path, mode);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Null if file locks hold across machines. */
export async function findRemoteFileSystem(folder: string): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const { type } = await statfs(folder);
  return remoteFileSystems.get(type >>> 0) ?? null;
}
