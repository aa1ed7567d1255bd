/**
 * Writes what a new resource begins as, and says what is left to do.
 * `npm run new:resource purchase-orders`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { idPrefixes } from '../src/domain/kernel/ids.ts';
import type { ResourceNames } from './resource-templates.ts';
import { resourceFiles } from './resource-templates.ts';

const at = (path: string) => join(packageRoot, path);

function refuse(fault: string): never {
  process.stderr.write(`${fault}\n`);
  process.exit(2);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (words: string) =>
  words.replace(/-([a-z])/g, (_, first: string) => first.toUpperCase());

/** The last word of a plural in the singular; undefined where it does not look like a plural. */
function singularOf(plural: string): string | undefined {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|z)es$/.test(plural)) return plural.replace(/es$/, '');
  return /[^s]s$/.test(plural) ? plural.replace(/s$/, '') : undefined;
}

/** Three letters that no other model's ids begin with: of the words' beginnings, or of their consonants. */
function prefixOf(singular: string): string {
  const taken = new Set<string>(Object.values(idPrefixes));
  const letters = singular.replaceAll('-', '');
  const consonants = letters.charAt(0) + letters.slice(1).replaceAll(/[aeiou]/g, '');
  const candidates = [letters.slice(0, 3), consonants.slice(0, 3)];
  for (const second of letters) {
    for (const third of letters) candidates.push(`${letters.charAt(0)}${second}${third}`);
  }
  const free = candidates.find((prefix) => prefix.length === 3 && !taken.has(prefix));
  return free ?? refuse('No three letters are left for its ids; choose another name.');
}

function namesOf(files: string | undefined): ResourceNames {
  const singular = /^[a-z]{3,}(-[a-z]+)*$/.test(files ?? '') && singularOf(files ?? '');
  if (!files || !singular) {
    return refuse(
      `"${files ?? ''}" is no name of a resource: give a plural noun in kebab-case, \`npm run new:resource purchase-orders\` say.`,
    );
  }
  const model = capitalized(camel(singular));
  return {
    files,
    model,
    models: capitalized(camel(files)),
    list: camel(files),
    words: singular.replaceAll('-', ' '),
    manyWords: files.replaceAll('-', ' '),
    prefix: prefixOf(singular),
  };
}

/** Refuses a name that a model, a file or a field of the schema has already. */
function requireFree({ files, list, model }: ResourceNames): void {
  const models = readdirSync(at('prisma/models')).map((file) =>
    readFileSync(at(`prisma/models/${file}`), 'utf8'),
  );
  const taken = new RegExp(`^(model|enum) (${model}|Query|Mutation|Node|Error) `, 'm');
  const places = [
    ...['prisma/models', 'src/domain', 'src/rest', 'src/schema/resources'].flatMap((folder) =>
      ['', '.ts', '.prisma'].map((end) => `${folder}/${files}${end}`),
    ),
    `test/rest/${files}.test.ts`,
  ].filter((path) => existsSync(at(path)));
  const isField = new RegExp(`^  ${list}[(:]`, 'm').test(
    readFileSync(at('schema.graphql'), 'utf8'),
  );
  if (models.some((text) => taken.test(text))) refuse(`There is already a model ${model}.`);
  if (places.length > 0) refuse(`There is already ${places.join(', ')}.`);
  if (isField) refuse(`The schema has a field ${list} already.`);
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

const names = namesOf(process.argv[2]);
requireFree(names);
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
addLine('src/domain/kernel/ids.ts', /^ {2}\w+: '[a-z]{3}',$/, `  ${model}: '${prefix}',`);
addLine(
  'src/rest/index.ts',
  /^import \{ \w+Routes \}/,
  `import { ${routes} } from './${files}.ts';`,
);
addLine('src/rest/index.ts', /^ {2}\.\.\.\w+Routes,$/, `  ...${routes},`);
const edited = ['prisma/models/workspaces.prisma', 'src/domain/kernel/ids.ts', 'src/rest/index.ts'];
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
  1. Say what it is: columns in the model, fields in the domain and on the wire (CONTRIBUTING, "How to add a field").
  2. npm run migration -- --name ${files.replaceAll('-', '_')}
  3. npm run layers && npm run openapi && npm run schema
  4. npx vitest run test/rest/${files}.test.ts, then npm test and npm run check
  5. Its group of operations (src/rest/tags.ts), CHANGELOG.md, and README where it is worth a word.
`);
