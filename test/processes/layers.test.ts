import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { layers, layersFile } from '../../scripts/layers.ts';
import { createScratchFolder } from '../support/scratch-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const biome = join(root, 'node_modules', '.bin', 'biome');

interface Diagnostic {
  message: string;
  location: { path: string };
}

/** What lint says of imports in a folder that has its configuration, by file. */
async function refusals(folder: string): Promise<Map<string, string>> {
  const args = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=200'];
  const { stdout } = await promisify(execFile)(biome, [...args, '--reporter=json', 'src'], {
    cwd: folder,
  }).catch((error) => error as { stdout: string });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return new Map(diagnostics.map(({ location, message }) => [location.path, message]));
}

test('what lint reads was written from the table: npm run layers', async () => {
  expect(await readFile(join(root, 'lint', 'layers.json'), 'utf8')).toBe(layersFile());
});

/** What lint says of files of a folder that has its configuration, each of one line. */
async function refusalsOf(files: readonly (readonly [file: string, line: string])[]) {
  const { path, remove } = await createScratchFolder();
  try {
    await cp(join(root, 'lint'), join(path, 'lint'), { recursive: true });
    await writeFile(join(path, 'biome.json'), '{"root":true,"extends":["./lint/layers.json"]}');
    for (const [file, line] of files) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), `${line}\n`);
    }
    return await refusals(path);
  } finally {
    await remove();
  }
}

const importing = (from: string) => `import { x } from '${from}'; x();`;

test('lint refuses an import out of its layer in each part of src', async () => {
  const planted = layers.map(({ planted: { file, from } }) => [file, importing(from)] as const);
  const found = await refusalsOf(planted);
  expect(planted.filter(([file]) => !found.has(file))).toEqual([]);
});

test('lint refuses what is imported in other ways, of other places and of other packages', async () => {
  const planted = [
    ['src/rest/a.ts', importing('../workers/crew.ts')],
    ['src/rest/b.ts', "export * from '../schema/index.ts';"],
    ['src/rest/c.ts', "export const x = await import('../schema/index.ts');"],
    ['src/rest/d.ts', "export type { X } from '../schema/index.ts';"],
    ['src/rest/e.ts', importing('graphql/language/ast.js')],
    ['src/database/a.ts', importing('../metrics.ts')],
    ['src/database/embedded/a.ts', importing('../../auth/index.ts')],
    ['src/workers/a.ts', importing('../domain/clients/index.ts')],
    ['src/seed/a.ts', importing('../auth/index.ts')],
    ['src/documents/a.ts', importing('../request-limits.ts')],
    ['src/documents/b.ts', importing('hono/html')],
    ['src/schema/a.ts', importing('../rest/index.ts')],
    ['src/schema/plans/a.ts', importing('../../workers/crew.ts')],
    ['src/schema/resources/a.ts', importing('../index.ts')],
    ['src/schema/vocabulary/enumerations/a.ts', importing('../../resources/clients.ts')],
    ['src/domain/kernel/a.ts', importing('@hono/node-server')],
    ['src/domain/clients/a.ts', importing('../../metrics.ts')],
    ['src/domain/reports/index.ts', importing('../metrics.ts')],
    ['src/app.ts', importing('./seed/demo.ts')],
  ] as const;
  const found = await refusalsOf(planted);
  expect(planted.filter(([file]) => !found.has(file))).toEqual([]);
});

test('no type is imported where it is used, which lint does not see', async () => {
  const files = await readdir(join(root, 'src'), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.startsWith('generated'));
  expect(sources.length).toBeGreaterThan(500);
  const texts = await Promise.all(sources.map((file) => readFile(join(root, 'src', file), 'utf8')));
  const found = sources.filter((_, index) =>
    /(?<!await |void )import\('\./.test(texts[index] ?? ''),
  );
  expect(found).toEqual([]);
});
