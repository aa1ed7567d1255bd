import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { chownToServerUser, commandLine, type RunAs, spawnOptions } from './run-as.ts';
import { dataPaths, type ServerState, serverUser } from './server-state.ts';

const execFileAsync = promisify(execFile);

/** A rename, so that a kill leaves no partial cluster. */
export async function initCluster(
  dataDir: string,
  { initdb }: Binaries,
  runAs: RunAs,
  { password }: ServerState,
): Promise<void> {
  const paths = dataPaths(dataDir);
  await removeLeftovers(dataDir);
  // The initdb of a killed service may still run.
  const newCluster = `${paths.newCluster}-${randomUUID()}`;
  await mkdir(newCluster, { mode: 0o700 });
  await chownToServerUser(newCluster, runAs);
  await rm(paths.password, { force: true });
  await writeFile(paths.password, `${password}\n`, { mode: 0o600 });
  await chownToServerUser(paths.password, runAs);
  try {
    const ctype = hasLocale('C.utf8') ? 'C.UTF-8' : 'C';
    const [program, parameters] = commandLine(runAs, initdb, [
      `--pgdata=${newCluster}`,
      `--username=${serverUser}`,
      `--pwfile=${paths.password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Unicode sort order and case, equal on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // pg_trgm uses the C library to classify letters.
      `--lc-ctype=${ctype}`,
      '--data-checksums',
    ]);
    await execFileAsync(program, parameters, spawnOptions(runAs));
  } catch (cause) {
    throw new Error(`The database could not be made: ${(cause as Error).message}`, { cause });
  } finally {
    await rm(paths.password, { force: true });
  }
  await rename(newCluster, paths.cluster);
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const prefix = basename(dataPaths(dataDir).newCluster);
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 }).catch(
      () => undefined,
    );
  }
}

function hasLocale(name: string): boolean {
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  return (stdout ?? '')
    .toLowerCase()
    .replaceAll('utf-8', 'utf8')
    .split('\n')
    .includes(name.toLowerCase());
}
