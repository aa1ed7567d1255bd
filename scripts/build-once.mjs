/**
 * Builds the program only where something is newer than the last build that succeeded. Without the packages that build
 * it (npm ci --omit=dev) it leaves the build that is there as it is. After an install (`--after-install`) a build that
 * cannot be made is said and is no fault; before a start it is one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const afterInstall = process.argv.includes('--after-install');
const stamp = join(root, 'dist/.built');
const sources = [
  ...['src', 'prisma', 'scripts', 'client/src', 'client/package.json', 'client/tsconfig.json'],
  ...readdirSync(root).filter((file) => /^(package.*|tsconfig.*)\.json$/.test(file)),
  'node_modules/.package-lock.json',
];

/** When a file, or the newest below a folder, was written; what the build itself makes does not count. */
function writtenAt(path) {
  if (!existsSync(path) || path === join(root, 'src/generated')) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => writtenAt(join(path, name))));
}

const canBuild = ['typescript', 'rolldown', 'prisma', '@scalar/api-reference'].every((name) =>
  existsSync(join(root, 'node_modules', name)),
);
const isCurrent =
  existsSync(stamp) &&
  statSync(stamp).mtimeMs > Math.max(...sources.map((file) => writtenAt(join(root, file))));

if (canBuild && !isCurrent) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
if (!(canBuild || existsSync(stamp))) {
  process.stderr.write(
    'There is no build here, and the packages that make one are not installed (npm ci --omit=dev leaves them out).\n' +
      'Run `npm ci` once to build, or install the package on the server: docs/operating.md says how.\n',
  );
  if (!afterInstall) process.exit(1);
}
