import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isServing, readPostmaster } from './postmaster-pid.ts';
import { currentProcessIdentity, sharesPidNamespace } from './process-identity.ts';
import { dataPaths, type ServerState } from './server-state.ts';

/**
 * Removes the postmaster.pid that a server left behind which is proven to be dead, and answers false; answers true where
 * the server lives, in the same container. Called by who has the lock that a living server holds; PostgreSQL itself asks
 * only whether a process has the number in the file, in its own container.
 *
 * Proven dead is a server that was handed that lock, on a file system where locks count; one of an earlier start of the
 * machine; and one of the same container whose process is gone.
 * @throws Error in words where its death is not proven.
 */
export async function removeStalePidFile(
  dataDir: string,
  { startedAt }: ServerState,
  remote: string | null,
): Promise<boolean> {
  const { cluster } = dataPaths(dataDir);
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const here = currentProcessIdentity();
  const wasHere =
    startedAt !== undefined && here.boot !== null && sharesPidNamespace(startedAt, here);
  const isUnlocked = startedAt?.isLocked === true && remote === null;
  const isOfEarlierBoot =
    remote === null && startedAt !== undefined && startedAt.boot !== here.boot;
  if (!isUnlocked && !isOfEarlierBoot) {
    const found = readPostmaster(cluster);
    // A server of an earlier build, whose place nobody wrote down, is known by its process.
    const livesHere = found !== null && isServing(cluster, found.pid);
    if (livesHere && (wasHere || startedAt === undefined)) return true;
    if (!wasHere || found === null) throw new Error(notProven(file, startedAt?.host));
  }
  // The number may belong to another process now, which PostgreSQL would take for a server of this cluster.
  await rm(file, { force: true });
  return false;
}

function notProven(file: string, host = 'unknown'): string {
  return (
    `The file ${file} says that a PostgreSQL works on this folder, started in another container or on another machine ` +
    `(host name ${host}), and nothing proves that it ended. Two of them would destroy the data. ` +
    'Make sure that none runs, remove that file, and start again.'
  );
}
