import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Otherwise the service could not read files that root's command created. */
export function chownToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== statSync(path).uid) chownSync(path, uid, gid);
}
