import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idPrefixes, numericIdPrefixes } from '../src/platform/ids/record-ids.ts';
import type { ResourceNames } from './resource-templates.ts';
import { resourceFiles } from './resource-templates.ts';

/** A name that no new resource can have; the message says why, and what to give instead. */
export class RefusedNameError extends Error {
  override readonly name = 'RefusedNameError';
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
  const taken = new Set<string>(Object.values({ ...idPrefixes, ...numericIdPrefixes }));
  const letters = singular.replaceAll('-', '');
  const consonants = letters.charAt(0) + letters.slice(1).replaceAll(/[aeiou]/g, '');
  const candidates = [letters.slice(0, 3), consonants.slice(0, 3)];
  for (const second of letters) {
    for (const third of letters) candidates.push(`${letters.charAt(0)}${second}${third}`);
  }
  const free = candidates.find((prefix) => prefix.length === 3 && !taken.has(prefix));
  if (free) return free;
  throw new RefusedNameError('No three letters are left for its ids; choose another name.');
}

/** What a resource's files are about to be called by. */
function namesOf(given: string): ResourceNames {
  const singular = /^[a-z]{3,}(-[a-z]+)*$/.test(given) && singularOf(given);
  if (!singular) {
    throw new RefusedNameError(
      `"${given}" is no name of a resource: give a plural noun in kebab-case, \`npm run new:resource purchase-orders\` say.`,
    );
  }
  const model = capitalized(camel(singular));
  return {
    files: given,
    model,
    models: capitalized(camel(given)),
    list: camel(given),
    words: singular.replaceAll('-', ' '),
    manyWords: given.replaceAll('-', ' '),
    prefix: prefixOf(singular),
  };
}

/** Types that the files of a resource use under these names, of TypeScript, of the generated client, or of the kernel. */
const usedTypes = [
  'Context',
  'InputOf',
  'Listing',
  'Prisma',
  'Promise',
  'PrismaClient',
  'UpdateMode',
];

/** Why a resource may not be called so; undefined where it may. */
function faultOf(names: ResourceNames, root: string): string | undefined {
  const { files, list, model } = names;
  const at = (path: string) => join(root, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  const models = readdirSync(at('prisma/models')).map((file) => read(`prisma/models/${file}`));
  if (models.some((text) => new RegExp(`^(model|enum) ${model} `, 'm').test(text))) {
    return `There is already a model ${model}.`;
  }
  const folders = ['src/domain', 'src/rest', 'src/schema/resources'].map(
    (folder) => `${folder}/${files}`,
  );
  const places = [...Object.keys(resourceFiles(names)), ...folders].filter((path) =>
    existsSync(at(path)),
  );
  if (places.length > 0) return `There is already ${places.join(', ')}.`;
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
  if (usedTypes.includes(model)) return `${model} means something else in the code already.`;
  return undefined;
}

/**
 * What a new resource is called, everywhere; it reads what there is below `root` and writes nothing.
 * @throws RefusedNameError where it is no plural noun in kebab-case, or where something else is called so
 */
export function newResourceNames(given: string, root: string): ResourceNames {
  const names = namesOf(given);
  const fault = faultOf(names, root);
  if (fault) throw new RefusedNameError(`${fault} Choose another name than ${given}.`);
  return names;
}
