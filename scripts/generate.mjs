/**
 * Generates the Prisma client into src/generated, only when the schema is newer than what is there.
 * The CLI wants a schema-engine binary even to generate; any existing file satisfies it, so nothing is downloaded.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Every file of the schema's resources is part of the schema. */
function writeResources() {
  const file = join(root, 'src/generated/schema-resources.ts');
  const names = readdirSync(join(root, 'src/schema/resources')).sort();
  const text = names.map((name) => `import '../schema/resources/${name}';\n`).join('');
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
writeResources();

const target = join(root, 'src/generated/prisma/client.ts');
const models = join(root, 'prisma/models');
const sources = [
  join(root, 'prisma/schema.prisma'),
  join(root, 'scripts/column-types.mjs'),
  join(root, 'node_modules/prisma/package.json'),
  ...readdirSync(models).map((file) => join(models, file)),
];

const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
if (existsSync(target) && statSync(target).mtimeMs > newest) process.exit(0);

const result = spawnSync(
  process.execPath,
  [join(root, 'node_modules/prisma/build/index.js'), 'generate'],
  {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  },
);
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}${result.stderr}`);
  process.exit(1);
}
