import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idPrefixes, numericIdPrefixes } from '../src/platform/ids/record-ids.ts';
import type { ResourceNames } from './resource-templates.ts';
import { resourceFiles } from './resource-templates.ts';

/** The name of a new resource is not allowed. The message contains the reason and what to do. */
export class RefusedNameError extends Error {
  override readonly name = 'RefusedNameError';
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camelCase = (name: string) =>
  name.replace(/-([a-z])/g, (_, first: string) => first.toUpperCase());

/** The name with its last word in the singular; undefined if the word has no plural ending. */
function singularOf(plural: string): string | undefined {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|z)es$/.test(plural)) return plural.replace(/es$/, '');
  return /[^s]s$/.test(plural) ? plural.replace(/s$/, '') : undefined;
}

/** Three letters of the name that are not the id prefix of another model. */
function choosePrefix(singular: string): string {
  const usedPrefixes = new Set<string>(Object.values({ ...idPrefixes, ...numericIdPrefixes }));
  const letters = singular.replaceAll('-', '');
  const consonants = letters.charAt(0) + letters.slice(1).replaceAll(/[aeiou]/g, '');
  const candidates = [letters.slice(0, 3), consonants.slice(0, 3)];
  for (const second of letters) {
    for (const third of letters) candidates.push(`${letters.charAt(0)}${second}${third}`);
  }
  const free = candidates.find((prefix) => prefix.length === 3 && !usedPrefixes.has(prefix));
  if (free) return free;
  throw new RefusedNameError('No three letters are left for its ids; choose another name.');
}

/** Derives all names of a resource from the plural noun. */
function deriveNames(fileName: string): ResourceNames {
  const singular = /^[a-z]{3,}(-[a-z]+)*$/.test(fileName) && singularOf(fileName);
  if (!singular) {
    throw new RefusedNameError(
      `"${fileName}" is no name of a resource: give a plural noun in kebab-case, \`npm run new:resource purchase-orders\` say.`,
    );
  }
  const model = capitalized(camelCase(singular));
  return {
    fileName,
    model,
    pluralModel: capitalized(camelCase(fileName)),
    list: camelCase(fileName),
    singular: singular.replaceAll('-', ' '),
    plural: fileName.replaceAll('-', ' '),
    prefix: choosePrefix(singular),
  };
}

/** Types that the files of a resource import or that TypeScript declares. A model cannot have these names. */
const reservedTypes = [
  'Context',
  'InputOf',
  'ListQuery',
  'Prisma',
  'Promise',
  'PrismaClient',
  'UpdateMode',
];

/** Returns why the names are not allowed; undefined if they are. */
function findConflict(names: ResourceNames, root: string): string | undefined {
  const { fileName, list, model } = names;
  const at = (path: string) => join(root, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  const models = readdirSync(at('prisma/models')).map((file) => read(`prisma/models/${file}`));
  if (models.some((text) => new RegExp(`^(model|enum) ${model} `, 'm').test(text))) {
    return `There is already a model ${model}.`;
  }
  const paths = [`src/domain/${fileName}`, ...Object.keys(resourceFiles(names))];
  const existing = paths.filter((path) => existsSync(at(path)));
  if (existing.length > 0) return `There is already ${existing.join(', ')}.`;
  const schema = read('schema.graphql');
  const type = new RegExp(
    `^(type|input|enum|scalar|union|interface) (${model}|${model}(Connection|Edge|Where)|(Create|Update)${model}Input)\\b`,
    'm',
  ).exec(schema);
  if (type) return `The schema has ${type[1]} ${type[2]} already.`;
  if (new RegExp(`^  ${list}[(:]`, 'm').test(schema))
    return `The schema has a field ${list} already.`;
  const [, workspace = ''] = read('prisma/models/workspaces.prisma').split('model Workspace {');
  const [fields = ''] = workspace.split('\n}');
  if (new RegExp(`^  ${list} `, 'm').test(fields)) {
    return `The workspace has a field ${list} already.`;
  }
  if (reservedTypes.includes(model)) return `${model} means something else in the code already.`;
  return undefined;
}

/**
 * Returns the names of a new resource. Reads the project in `root` and writes nothing.
 * @throws RefusedNameError if the name is no plural noun in kebab-case, or if the project uses one of the names
 */
export function newResourceNames(fileName: string, root: string): ResourceNames {
  const names = deriveNames(fileName);
  const conflict = findConflict(names, root);
  if (conflict) throw new RefusedNameError(`${conflict} Choose another name than ${fileName}.`);
  return names;
}
