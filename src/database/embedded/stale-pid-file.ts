import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isServing, readPostmaster } from './postmaster-pid.ts';
import { currentProcessIdentity, sharesPidNamespace } from './process-identity.ts';
import { dataPaths, type ServerState } from './server-state.ts';

/**
 * Needs the server lock. PostgreSQL checks the process id only in its own container. Proof of death: the lock is
 * free, the machine rebooted, or the process has ended in the same container.
 * @returns whether the server runs here
 * @throws Error without proof
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
  const isSameContainer =
    startedAt !== undefined && here.boot !== null && sharesPidNamespace(startedAt, here);
  const isUnlocked = startedAt?.isLocked === true && remote === null;
  const isOfEarlierBoot =
    remote === null && startedAt !== undefined && startedAt.boot !== here.boot;
  if (!isUnlocked && !isOfEarlierBoot) {
    const found = readPostmaster(cluster);
    // Earlier releases did not record `startedAt`.
    const isRunningHere = found !== null && isServing(cluster, found.pid);
    if (isRunningHere && (isSameContainer || startedAt === undefined)) return true;
    if (!isSameContainer || found === null)
      throw new Error(unprovenEndMessage(file, startedAt?.host));
  }
  // PostgreSQL would mistake any process with this id for its server.
  await rm(file, { force: true });
  return false;
}

function unprovenEndMessage(file: string, host = 'unknown'): string {
  return (
    `The file ${file} says that a PostgreSQL works on this folder, started in another container or on another machine ` +
    `(host name ${host}), and nothing proves that it ended. Two of them would destroy the data. ` +
    'Make sure that none runs, remove that file, and start again.'
  );
}
