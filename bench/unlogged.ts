import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInto } from '../scripts/bundling.mjs';
import { packageRoot } from '../src/config/package-root.ts';

/** A subfolder of the build, because the program finds the files of its package in a folder above its own. */
const folder = join(packageRoot, 'dist/unlogged');

/** The service without its audit log, after {@link makeUnlogged} built it. */
export const unloggedProgram = join(folder, 'cli.js');

/** Builds the service without its audit log, to measure the cost of the log. */
export async function makeUnlogged(): Promise<void> {
  const writeEntries = join(packageRoot, 'src/platform/audit-log/write-entries.ts');
  const auditedColumns = join(packageRoot, 'src/platform/audit-log/audited-columns.ts');
  const replacement = join(packageRoot, 'bench/unlogged-writing.ts');
  const remaining = new Set([writeEntries, auditedColumns]);
  const load = (id: string) => {
    if (!remaining.delete(id)) return null;
    if (id === writeEntries) return `export * from ${JSON.stringify(replacement)};`;
    return withoutValues(auditedColumns);
  };
  await bundleInto(folder, [{ name: 'without-log', load }]);
  const [unused] = remaining;
  if (unused) throw new Error(`${unused} is not part of the program any more.`);
}

/** Replacements for the functions that write the values of audit entries in SQL, so that PostgreSQL builds no values. */
const emptyValues: Record<string, string> = {
  auditValuesSql: `() => 'NULL::jsonb'`,
  auditChangesSql: `() => ['NULL::jsonb', 'NULL::jsonb']`,
};

/** The module of the audited columns, with {@link emptyValues} instead of its functions. */
function withoutValues(file: string): string {
  const text = readFileSync(file, 'utf8');
  return Object.entries(emptyValues).reduce((source, [name, value]) => {
    const declaration = new RegExp(`export (const|function) ${name}\\b`);
    if (!declaration.test(source)) throw new Error(`${file} has no ${name} any more.`);
    return `${source.replace(declaration, `$1 logged_${name}`)}\nexport const ${name} = ${value};\n`;
  }, text);
}

/** Deletes the program, because it belongs to no release. */
export function removeUnlogged(): void {
  rmSync(folder, { recursive: true, force: true });
}
