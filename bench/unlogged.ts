import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInto } from '../scripts/bundling.mjs';
import { packageRoot } from '../src/database/package-root.ts';

/** Below the folder of the build, since the program looks for its package's files above itself. */
const folder = join(packageRoot, 'dist/unlogged');

/** The service as it would be without its log of changes, once it is made. */
export const unloggedProgram = join(folder, 'cli.js');

/** Makes the service without its log, to measure what the log costs. */
export async function makeUnlogged(): Promise<void> {
  const writing = join(packageRoot, 'src/domain/kernel/log-writing.ts');
  const nothing = join(packageRoot, 'bench/unlogged-writing.ts');
  let isReplaced = false;
  const load = (id: string) => {
    if (id !== writing) return null;
    isReplaced = true;
    return `export * from ${JSON.stringify(nothing)};`;
  };
  await bundleInto(folder, [{ name: 'without-log', load }]);
  if (!isReplaced) throw new Error(`${writing} is not part of the program any more.`);
}

/** Takes it away again: it belongs to no release. */
export function removeUnlogged(): void {
  rmSync(folder, { recursive: true, force: true });
}
