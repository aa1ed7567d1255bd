import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
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

test('lint refuses an import out of its layer in each part of src', async () => {
  const { path, remove } = await createScratchFolder();
  try {
    await cp(join(root, 'lint'), join(path, 'lint'), { recursive: true });
    await writeFile(join(path, 'biome.json'), '{"root":true,"extends":["./lint/layers.json"]}');
    for (const { file, from } of layers.map(({ planted }) => planted)) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), `import { x } from '${from}';\nx();\n`);
    }
    const found = await refusals(path);
    const missing = layers.filter(({ planted }) => !found.has(planted.file));
    expect(missing.map(({ planted }) => planted)).toEqual([]);
  } finally {
    await remove();
  }
});
