import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * As root, gives a new file to the owner of its folder, so that a command run by root does not lock out the
 * service.
 */
export function chownToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== statSync(path).uid) chownSync(path, uid, gid);
}
