import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, prismaFolder } from '../../src/config/package-root.ts';
import { baselineName } from '../../src/database/migrations/migration-history.ts';
import { databasesFolder } from './scratch-folder.ts';

const git = (...args: string[]) =>
  execFileSync('git', ['-C', packageRoot, ...args], { maxBuffer: 2 ** 30, stdio: 'pipe' });

/** Names of migrations begin with the day. */
const dayLength = 'YYYYMMDD'.length;

/** A commit, or why none is known. */
type Earlier = { commit: string; missing?: undefined } | { commit?: undefined; missing: string };

/**
 * The newest commit that had none of the migrations of the newest day. Their order is that of their names, so that this
 * needs no number that grows old.
 */
export function commitBeforeNewestMigrations(): Earlier {
  // Before the baseline are only development versions, and no release runs together with one.
  const names = readdirSync(join(prismaFolder, 'migrations')).filter(
    (name) => /^\d/.test(name) && name !== baselineName,
  );
  const day = names.sort().at(-1)?.slice(0, dayLength);
  if (day === undefined) return { missing: 'there is only the baseline' };
  const newest = names.filter((name) => name.startsWith(day));
  try {
    if (git('rev-parse', '--is-shallow-repository').toString().trim() === 'true') {
      return { missing: 'the clone has not the whole history: git fetch --unshallow' };
    }
    const added = ['log', '--no-renames', '--diff-filter=A', '--format=%H', '--'];
    const first = git(...added, ...newest.map((name) => `prisma/migrations/${name}`))
      .toString()
      .trim()
      .split('\n')
      .at(-1);
    if (!first) return { missing: 'the newest migrations are not committed yet' };
    return { commit: git('rev-parse', `${first}^`).toString().trim() };
  } catch (error) {
    return { missing: `git tells no history here: ${error}` };
  }
}

/**
 * Builds the program of a commit in a separate folder, with the installed packages, and returns the folder and a
 * function that removes it. Throws the output of a failed build.
 */
export function buildCommit(commit: string): { root: string; remove(): void } {
  const root = mkdtempSync(join(databasesFolder(), 'actiongraph-earlier-'));
  chmodSync(root, 0o755);
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    execFileSync('tar', ['-x', '-C', root], { input: git('archive', commit) });
    symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'));
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'pipe' });
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}
