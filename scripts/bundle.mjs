/** Bundles the program into dist. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleInto } from './bundling.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');

const dayMillis = 86_400_000;

/** A running service may still load files of the build that it was started from. */
function removeOlderBuilds(written) {
  for (const file of readdirSync(target)) {
    const path = join(target, file);
    if (!/\.js(\.map)?$/.test(file) || written.has(file)) continue;
    if (Date.now() - statSync(path).mtimeMs > dayMillis) rmSync(path);
  }
}

removeOlderBuilds(new Set(await bundleInto(target)));
writeFileSync(join(target, '.built'), '');
