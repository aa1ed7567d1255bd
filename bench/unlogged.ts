import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInto } from '../scripts/bundling.mjs';
import { packageRoot } from '../src/config/package-root.ts';

/** Below the folder of the build, since the program looks for its package's files above itself. */
const folder = join(packageRoot, 'dist/unlogged');

/** The service as it would be without its log of changes, once it is made. */
export const unloggedProgram = join(folder, 'cli.js');

/** Makes the service without its log, to measure what the log costs. */
export async function makeUnlogged(): Promise<void> {
  const writing = join(packageRoot, 'src/platform/audit-log/write-entries.ts');
  const columns = join(packageRoot, 'src/platform/audit-log/audited-columns.ts');
  const few = join(packageRoot, 'src/write/write-limiter.ts');
  const nothing = join(packageRoot, 'bench/unlogged-writing.ts');
  const crowded = join(packageRoot, 'src/write/group-commit.ts');
  const left = new Set([writing, columns, few, crowded]);
  const load = (id: string) => {
    if (!left.delete(id)) return null;
    // Nobody waits for a log that is not there.
    if (id === few) {
      return `export const fewAtOnce = (root, accountId, write) => write();
        export const areSomeWaiting = () => false;`;
    }
    if (id === crowded) return `export const beginWrite = () => ({ flusher() {}, end() {} });`;
    return id === writing ? `export * from ${JSON.stringify(nothing)};` : withoutValues(columns);
  };
  await bundleInto(folder, [{ name: 'without-log', load }]);
  const [other] = left;
  if (other) throw new Error(`${other} is not part of the program any more.`);
}

/** What a statement says for the log of what it writes: nothing, which PostgreSQL does not make either. */
const saysNothing: Record<string, string> = {
  valuesSql: `() => 'NULL::jsonb'`,
  changedSql: `() => ['NULL::jsonb', 'NULL::jsonb']`,
  // A parameter that nothing reads is refused.
  restSql: `(said) => said + '::text'`,
};

/** The module of the columns of the log as it is, but for what statements say for it. */
function withoutValues(file: string): string {
  const text = readFileSync(file, 'utf8');
  return Object.entries(saysNothing).reduce((changed, [name, value]) => {
    const own = new RegExp(`export (const|function) ${name}\\b`);
    if (!own.test(changed)) throw new Error(`${file} has no ${name} any more.`);
    return `${changed.replace(own, `$1 logged_${name}`)}\nexport const ${name} = ${value};\n`;
  }, text);
}

/** Takes it away again: it belongs to no release. */
export function removeUnlogged(): void {
  rmSync(folder, { recursive: true, force: true });
}
