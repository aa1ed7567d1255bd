import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from './server-state.ts';

/** @throws Error if another major version created the files */
export async function requireSameMajorVersion(dataDir: string, major: number): Promise<void> {
  const { cluster } = dataPaths(dataDir);
  // A damaged cluster: the server reports more.
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  const foundMajor = Number.parseInt(found ?? '', 10);
  if (Number.isNaN(foundMajor) || foundMajor === major) return;
  const requiredRelease =
    foundMajor < major
      ? 'the release that you used before, which still brings its PostgreSQL'
      : 'the newer release that made it';
  throw new Error(
    `The database in ${dataDir} was made by PostgreSQL ${foundMajor}; this release brings PostgreSQL ${major}, which cannot ` +
      'read its files. Nothing was changed. Take the data over by a backup: run `actiongraph backup FILE` with ' +
      `${requiredRelease}; then move ${dataDir} away and run \`actiongraph restore --verify FILE\` with the release that is to ` +
      'serve it.',
  );
}
