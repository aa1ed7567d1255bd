/** Writes docs/field-names.md from the declarations: `npm run field-names`. A test fails if the file is stale. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectType } from 'graphql';
import { z } from 'zod';
import { packageRoot } from '../src/config/package-root.ts';
import type { FieldPresentation } from '../src/platform/input/field-metadata.ts';
import { fieldInfoOf } from '../src/platform/input/field-metadata.ts';
import type { Route } from '../src/rest/core/route.ts';
import { routes } from '../src/rest/index.ts';
import { schema } from '../src/schema/index.ts';
import { code, table } from './markdown.ts';

const introduction = `# Field names

REST has the names of its specification, GraphQL those of the records. These are the names of every field, by resource, in inputs and results.
\`npm run field-names\` prints this page from the declarations, and a test fails if it is stale.`;

/** From a name in REST to its names in GraphQL. */
type Names = Map<string, Set<string>>;

function add(names: Names, rest: string, graphql: string): void {
  const known = names.get(rest) ?? new Set();
  names.set(rest, known.add(graphql));
}

/** The fields of a type of the GraphQL schema; empty if there is no such type. */
function graphqlFields(typeName: string): string[] {
  const type = schema.getType(typeName);
  return isObjectType(type) ? Object.keys(type.getFields()) : [];
}

function objectsIn(input: unknown): z.ZodObject[] {
  if (input instanceof z.ZodObject) return [input];
  return input instanceof z.ZodUnion ? input.options.flatMap(objectsIn) : [];
}

function nestedObjectOf(presentation: FieldPresentation): z.ZodObject | undefined {
  if (presentation.kind === 'list') return nestedObjectOf(presentation.of);
  return presentation.kind === 'object' ? presentation.schema : undefined;
}

/** Adds the fields of a body, and those of the objects in it under their path. */
function addInput(names: Names, input: z.ZodObject, renamed: Route['names'] = {}, path = ['', '']) {
  for (const [name, field] of Object.entries(input.shape)) {
    const info = fieldInfoOf(field);
    if (info === undefined) continue;
    const graphql = info.recordName ?? renamed[name] ?? name;
    const paths = [`${path[0]}${name}`, `${path[1]}${graphql}`] as const;
    add(names, ...paths);
    const nested = nestedObjectOf(info.presentation);
    if (nested) addInput(names, nested, {}, [`${paths[0]}.`, `${paths[1]}.`]);
  }
}

/** Adds the fields of a result that have a column or a field of that name in GraphQL. */
function addResult(names: Names, { model, parts }: NonNullable<Route['tree']>): void {
  const fields = new Set(graphqlFields(model));
  for (const part of parts) {
    const column = part.kind === 'column' ? part.column : part.as;
    if (fields.has(column)) add(names, part.as, column);
    else if (!names.has(part.as)) names.set(part.as, new Set());
  }
}

function section(model: string, resourceRoutes: readonly Route[]): string {
  const names: Names = new Map();
  for (const { input, names: renamed } of resourceRoutes) {
    if (input.from !== 'body') continue;
    for (const object of objectsIn(input.schema)) addInput(names, object, renamed);
  }
  for (const { tree } of resourceRoutes) if (tree) addResult(names, tree);
  const pairs = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  // The name of an object above the field has a line of its own.
  const lastName = (path: string) => path.split('.').at(-1);
  const isSame = ([rest, own]: [string, Set<string>]) =>
    own.size > 0 && [...own].every((name) => lastName(name) === lastName(rest));
  const differing = pairs.filter((pair) => pair[1].size > 0 && !isSame(pair));
  const used = new Set(pairs.flatMap(([, own]) => [...own]));
  const listed = (words: string, own: readonly string[]) =>
    own.length === 0 ? [] : [`${words}: ${code(own)}.`];
  return [
    `## ${model}`,
    ...(differing.length === 0
      ? []
      : [
          table(
            ['REST', 'GraphQL'],
            differing.map(([rest, own]) => [code([rest]), code([...own])]),
          ),
        ]),
    ...listed(
      'The same in both',
      pairs.filter(isSame).map(([rest]) => rest),
    ),
    ...listed(
      'Only in REST',
      pairs.filter(([, own]) => own.size === 0).map(([rest]) => rest),
    ),
    ...listed(
      'Only in GraphQL',
      graphqlFields(model).filter((name) => !used.has(name)),
    ),
  ].join('\n\n');
}

/** The whole page. */
export function printFieldNames(): string {
  const models = [...new Set(routes.flatMap(({ tree }) => tree?.model ?? []))].sort();
  const sections = models.map((model) =>
    section(
      model,
      routes.filter(({ tree }) => tree?.model === model),
    ),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(packageRoot, 'docs', 'field-names.md'), printFieldNames());
