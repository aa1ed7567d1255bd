import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A command run by root must not lock out the service. */
export function chownToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== statSync(path).uid) chownSync(path, uid, gid);
}
