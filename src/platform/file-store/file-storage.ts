import { join } from 'node:path';
import { createBucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

export interface FileStoreSettings {
  dataDir: string;
  /** Undefined: a folder of the data folder. */
  bucketUrl: string | undefined;
}

export interface FileStorage {
  store: FileStore;
  /** Folder of received files, on the file system of a store that is a folder. */
  spoolFolder: string;
}

export function openFileStorage({ bucketUrl, dataDir }: FileStoreSettings): FileStorage {
  const folder = join(dataDir, 'attachments');
  return {
    store: bucketUrl === undefined ? createFolderStore(folder) : createBucketStore(bucketUrl),
    spoolFolder: join(folder, 'incoming'),
  };
}
