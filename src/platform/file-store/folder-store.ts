import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileKey, FileStore } from './file-store.ts';
import { filePathOf, parseFilePath } from './file-store.ts';

export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: FileKey) => join(folder, filePathOf(key));
  return {
    put: async (key, path) => {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const now = new Date();
      await utimes(path, now, now);
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    has: async (key) => (await statIfExists(pathOf(key))) !== undefined,
    open: async (key) => {
      const file = await open(pathOf(key)).catch(undefinedIfMissing);
      return file && createReadStream('', { fd: file });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (before) => listFolder(folder, before),
  };
}

async function* listFolder(folder: string, before: Date): AsyncGenerator<FileKey> {
  for (const workspace of (await readdir(folder).catch(undefinedIfMissing)) ?? []) {
    for (const name of (await readdir(join(folder, workspace)).catch(() => undefined)) ?? []) {
      const key = parseFilePath(`${workspace}/${name}`);
      if (key === undefined) continue;
      const file = await statIfExists(join(folder, workspace, name));
      if (file && file.mtime < before) yield key;
    }
  }
}

/** Without it, a crash could undo the rename. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

const statIfExists = (path: string) => stat(path).catch(undefinedIfMissing);

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
