import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives what this process made to the owner of the folder it lies in, where this process is root: a command that an
 * administrator ran once must not shut out the user who runs the service.
 */
export function chownToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== statSync(path).uid) chownSync(path, uid, gid);
}
