/**
 * Writes what a new resource begins as, and says what is left to do.
 * `npm run new:resource purchase-orders`
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../src/config/package-root.ts';
import { newResourceNames, RefusedNameError } from './resource-names.ts';
import type { ResourceNames } from './resource-templates.ts';
import { resourceFiles } from './resource-templates.ts';
import { refuse, scriptOptions } from './script-options.ts';

const usage = `Usage: npm run new:resource NAME

Writes what a new resource begins as (a model, its files in src and a test), adds its line to three files, and says
what is left to do. NAME is a plural noun in kebab-case that nothing else is called by: purchase-orders.`;

const at = (path: string) => join(packageRoot, path);

/** The names of the resource; ends the script where there is none, or one that cannot be. */
function namesAskedFor(): ResourceNames {
  const [name] = scriptOptions(usage, {}, 1).words;
  if (name === undefined) return refuse(usage);
  try {
    return newResourceNames(name, packageRoot);
  } catch (error) {
    if (error instanceof RefusedNameError) return refuse(error.message);
    throw error;
  }
}

/** One line of a file more, behind the last of those that look like it; in a model, where one is named. */
function addLine(path: string, like: RegExp, line: string, inModel?: string): void {
  const lines = readFileSync(at(path), 'utf8').split('\n');
  const begin = inModel ? lines.indexOf(`model ${inModel} {`) : 0;
  const end = inModel ? lines.indexOf('}', begin) : lines.length;
  const last = lines.findLastIndex(
    (each, index) => index > begin && index < end && like.test(each),
  );
  if (last < 0) throw new Error(`${path} has no line like ${like}.`);
  lines.splice(last + 1, 0, line);
  writeFileSync(at(path), lines.join('\n'));
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync('npx', [command, ...args], { cwd: packageRoot, stdio: 'inherit' });
  if (status !== 0) refuse(`${command} ${args.join(' ')} failed.`);
}

const names = namesAskedFor();
const { files, list, model, prefix } = names;
const written = resourceFiles(names);
for (const [path, text] of Object.entries(written)) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
const routes = `${model.charAt(0).toLowerCase()}${model.slice(1)}Routes`;
addLine(
  'prisma/models/workspaces.prisma',
  /^ {2}\w+ +\w+\[\]$/,
  `  ${list} ${model}[]`,
  'Workspace',
);
addLine(
  'src/platform/ids/record-ids.ts',
  /^ {2}\w+: \['[a-z]{3}', '[a-z]+'\],$/,
  `  ${model}: ['${prefix}', 'settings'],`,
);
addLine(
  'src/rest/index.ts',
  /^import \{ \w+Routes \}/,
  `import { ${routes} } from './${files}.ts';`,
);
addLine('src/rest/index.ts', /^ {2}\.\.\.\w+Routes,$/, `  ...${routes},`);
const edited = [
  'prisma/models/workspaces.prisma',
  'src/platform/ids/record-ids.ts',
  'src/rest/index.ts',
];
run(
  'biome',
  'check',
  '--write',
  ...Object.keys(written).filter((path) => path.endsWith('.ts')),
  ...edited.slice(1),
);
process.stdout.write(`Written:
${Object.keys(written)
  .map((path) => `  ${path}\n`)
  .join('')}A line each:
${edited.map((path) => `  ${path}\n`).join('')}
Left to do:
  1. Say what it is: columns in the model, fields in the domain and on the wire (CONTRIBUTING, "How to add a field"), and
     whose: its area in src/domain/kernel/ids.ts, and what members see of it in src/domain/kernel/member-sights.ts: nothing yet.
  2. npm run migration -- --name ${files.replaceAll('-', '_')}
  3. npm run layers && npm run openapi && npm run schema && npm run rights
  4. npx vitest run test/rest/${files}.test.ts, then npm test and npm run check
  5. Its group of operations (src/rest/tags.ts), CHANGELOG.md, and README where it is worth a word.
`);
