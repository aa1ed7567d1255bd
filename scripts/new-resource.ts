/**
 * Writes the files of a new resource and prints the remaining steps.
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

Writes the files of a new resource (a model, its files in src and a test), adds lines to four files, and prints the
remaining steps. NAME is an unused plural noun in kebab-case: purchase-orders.`;

const at = (path: string) => join(packageRoot, path);

/** The names of the resource. Exits if the argument is missing or not allowed. */
function readNames(): ResourceNames {
  const [name] = scriptOptions(usage, {}, 1).words;
  if (name === undefined) return refuse(usage);
  try {
    return newResourceNames(name, packageRoot);
  } catch (error) {
    if (error instanceof RefusedNameError) return refuse(error.message);
    throw error;
  }
}

/** Inserts a line after the last line that matches a pattern, in the whole file or in one model. */
function addLine(path: string, pattern: RegExp, line: string, inModel?: string): void {
  const lines = readFileSync(at(path), 'utf8').split('\n');
  const begin = inModel ? lines.indexOf(`model ${inModel} {`) : 0;
  const end = inModel ? lines.indexOf('}', begin) : lines.length;
  const last = lines.findLastIndex(
    (each, index) => index > begin && index < end && pattern.test(each),
  );
  if (last < 0) throw new Error(`${path} has no line that matches ${pattern}.`);
  lines.splice(last + 1, 0, line);
  writeFileSync(at(path), lines.join('\n'));
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync('npx', [command, ...args], { cwd: packageRoot, stdio: 'inherit' });
  if (status !== 0) refuse(`${command} ${args.join(' ')} failed.`);
}

const names = readNames();
const { fileName, list, model, prefix } = names;
const newFiles = resourceFiles(names);
for (const [path, text] of Object.entries(newFiles)) {
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
  `import { ${routes} } from './resources/${fileName}.ts';`,
);
addLine('src/rest/index.ts', /^ {2}\.\.\.\w+Routes,$/, `  ...${routes},`);
addLine('src/rest/core/list-parameters.ts', /^ {2}[A-Z]\w+: \['name'\],$/, `  ${model}: ['name'],`);
const editedFiles = [
  'prisma/models/workspaces.prisma',
  'src/platform/ids/record-ids.ts',
  'src/rest/index.ts',
  'src/rest/core/list-parameters.ts',
];
run(
  'biome',
  'check',
  '--write',
  ...Object.keys(newFiles).filter((path) => path.endsWith('.ts')),
  ...editedFiles.slice(1),
);
process.stdout.write(`New files:
${Object.keys(newFiles)
  .map((path) => `  ${path}\n`)
  .join('')}Edited files:
${editedFiles.map((path) => `  ${path}\n`).join('')}
Left to do:
  1. Define the resource: columns in the model, fields in the domain and in the REST serializer (CONTRIBUTING, "How to add a
     field"), its permission area in src/platform/ids/record-ids.ts, and its visibility for members in
     src/platform/access-policies/member-policy.ts (until then they see nothing). CONTRIBUTING, "How to add a resource", lists
     what a resource with a client, personal data, a number or a route that creates it declares in addition.
  2. npm run migration -- --name ${fileName.replaceAll('-', '_')}
  3. npm run openapi && npm run schema && npm run permissions
  4. npx vitest run test/rest/${fileName}.test.ts, then npm test and npm run check
  5. Its tag (src/rest/core/operation-tags.ts), CHANGELOG.md, and docs if operators or integrators need to know it.
`);
