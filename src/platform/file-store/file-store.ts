import type { Readable } from 'node:stream';

export interface FileKey {
  accountId: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
}

export interface FileStore {
  /** Moves or copies the file at `path`. When it resolves, the file survives a crash. */
  put(key: FileKey, path: string): Promise<void>;
  has(key: FileKey): Promise<boolean>;
  /** Undefined if there is no such file. */
  open(key: FileKey): Promise<Readable | undefined>;
  remove(key: FileKey): Promise<void>;
  /** Files that were last put before a time. */
  list(before: Date): AsyncIterable<FileKey>;
}

export const filePathOf = ({ accountId, sha256 }: FileKey): string => `${accountId}/${sha256}`;

export function parseFilePath(path: string): FileKey | undefined {
  const [, accountId, sha256] = /^([1-9]\d{0,9})\/([0-9a-f]{64})$/.exec(path) ?? [];
  return sha256 === undefined ? undefined : { accountId: Number(accountId), sha256 };
}
