import { expect, test } from 'vitest';
import { allowedImports, findLayerViolations } from '../../lint/check-layers.ts';
import { indexOnly, orders } from '../../lint/layers.ts';
import { readSources } from '../../lint/read-sources.ts';

const sources = readSources();
const filesOf = (module: string) =>
  [...sources.keys()].filter((file) => file === module || file.startsWith(`${module}/`));

/** Checks one statement as the only text of a file in src. */
const violationsOf = (file: string, statement: string) =>
  findLayerViolations(new Map([[file, statement]]));
const importOf = (path: string) => `import { x } from '${path}';`;
/** Whether a module may import a module; both are paths in src, and neither has to exist. */
function isAccepted(module: string, target: string): boolean {
  const [file = '', path] = [module, target].map((name) =>
    name.endsWith('.ts') ? name : `${name}/index.ts`,
  );
  const up = '../'.repeat(file.split('/').length - 1);
  return violationsOf(file, importOf(`./${up}${path}`)).length === 0;
}

test('the source follows the table', () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(findLayerViolations(sources)).toEqual([]);
});

test('every name of the table exists', () => {
  const folders = Object.entries(orders).flatMap(([module, order]) =>
    order.split(/\s+/).map((folder) => `${module}/${folder}`),
  );
  const names = [
    ...allowedImports.keys(),
    ...folders,
    ...indexOnly.map((name) => `${name}/index.ts`),
  ];
  const missing = names.filter((name) => !name.endsWith('/*') && filesOf(name).length === 0);
  expect(missing).toEqual([]);
});

test('a module names only modules of later lines', () => {
  const modules = [...allowedImports.keys()];
  const upward = [...allowedImports].flatMap(([module, allowed], line) =>
    allowed
      .filter((name) => name !== 'generated')
      .filter(
        (name) => !modules.slice(line + 1).some((later) => `${later}/`.startsWith(`${name}/`)),
      )
      .map((name) => `${module} → ${name}`),
  );
  expect(upward).toEqual([]);
});

test.each([...allowedImports])('%s imports only the modules of its line', (module, allowed) => {
  const others = [...allowedImports.keys(), 'planted'].filter((name) => name !== module);
  const isNamed = (other: string) => allowed.some((name) => `${other}/`.startsWith(`${name}/`));
  expect(others.filter((other) => isAccepted(module, other))).toEqual(others.filter(isNamed));
});

test.each(Object.entries(orders))('a folder of %s imports those before it', (module, order) => {
  const folders = order.split(/\s+/).map((name) => `${module}/${name.replace('*', 'planted')}`);
  for (const [position, folder] of folders.entries()) {
    const others = folders.filter((other) => other !== folder);
    const accepted = others.filter((other) => isAccepted(folder, other));
    expect([folder, accepted]).toEqual([folder, folders.slice(0, position)]);
  }
});

test('a folder that the order of the domain does not name comes last', () => {
  expect(isAccepted('domain/planted', 'domain/erasures')).toBe(true);
  expect(isAccepted('domain/planted.ts', 'domain/erasures')).toBe(true);
  expect(isAccepted('domain/erasures', 'domain/planted')).toBe(false);
  expect(isAccepted('domain/planted', 'domain/planted-too')).toBe(false);
  expect(isAccepted('platform/planted', 'platform/errors')).toBe(false);
});

test.each([
  ['rest/core/a.ts', "import '../../schema/index.ts';"],
  ['rest/core/a.ts', "import type { X } from '../../schema/index.ts';"],
  ['rest/core/a.ts', "export * from '../../schema/index.ts';"],
  ['rest/core/a.ts', "export {} from '../../schema/index.ts';"],
  ['rest/core/a.ts', "export type { X } from '../../schema/index.ts';"],
  ['rest/core/a.ts', "const x = await import('../../schema/index.ts');"],
  ['rest/core/a.ts', importOf('graphql/language/ast.js')],
  ['rest/core/a.ts', importOf('@pothos/core')],
  ['rest/core/a.ts', importOf('graphql-yoga')],
  ['domain/clients/a.ts', importOf('hono/html')],
  ['domain/clients/a.ts', importOf('@hono/node-server')],
  ['server/a.ts', importOf('../backup/csv/csv-writer.ts')],
  ['database/client/a.ts', importOf('../embedded/launch-server.ts')],
  ['browser/a.ts', importOf('../config/version.ts')],
  ['app.ts', importOf('./seed/demo.ts')],
  ['planted.ts', importOf('./config/version.ts')],
  ['planted/a.ts', importOf('./b.ts')],
  ['schema/planted/a.ts', importOf('../core/scalars.ts')],
  ['platform/planted/a.ts', importOf('../errors/action-error.ts')],
  ['config/a.ts', importOf('../../package.json')],
  ['domain/clients/a.ts', "type X = import('./list.ts').X;"],
  ['domain/clients/a.ts', "let x: typeof import('./list.ts');"],
])('%s: %s is rejected', (file, statement) => {
  const violations = violationsOf(file, `\n${statement}\n`);
  expect(violations).toEqual([expect.stringContaining(`src/${file}:2 imports `)]);
});

test('the content of a message', () => {
  expect(violationsOf('config/a.ts', importOf('../auth/index.ts'))).toEqual([
    'src/config/a.ts:1 imports ../auth/index.ts: config may import only itself and: (nothing)',
  ]);
});

test('an import cycle is printed as a path, once, types included', () => {
  const cycle = new Map([
    ['config/a.ts', importOf('./b.ts')],
    ['config/b.ts', "import type { X } from './c.ts';"],
    ['config/c.ts', "export * from './a.ts';"],
    ['config/d.ts', importOf('./a.ts')],
  ]);
  expect(findLayerViolations(cycle)).toEqual([
    'Import cycle: config/a.ts → config/b.ts → config/c.ts → config/a.ts',
  ]);
});
