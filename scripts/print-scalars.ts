/** Writes the table of scalars in docs/frontends.md from the schema and codegen.ts: part of `npm run schema`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import codegen from '../codegen.ts';
import { packageRoot } from '../src/config/package-root.ts';
import { schema } from '../src/schema/index.ts';
import { code, table } from './markdown.ts';

type ScalarTypes = Record<string, string | { input: string; output: string }>;

export const scalarsPage = join(packageRoot, 'docs/frontends.md');
const place = /(?<=<!-- scalars -->\n\n)[\s\S]*?(?=\n\n<!-- \/scalars -->)/;

/** A vertical line would end the cell. */
const typeCell = (type: string) => code([type.replaceAll('|', '\\|')]);

function typeScriptCell(type: ScalarTypes[string] | undefined): string {
  if (type === undefined) throw new Error('codegen.ts lacks a scalar of the schema.');
  if (typeof type === 'string') return typeCell(type);
  return `${typeCell(type.output)}, in inputs ${typeCell(type.input)}`;
}

/** The page with the current table. */
export function withScalars(page: string): string {
  const types = codegen.config?.scalars as ScalarTypes;
  const scalars = Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type));
  const rows = scalars
    .map(({ name, description }) => [code([name]), typeScriptCell(types[name]), description ?? ''])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return page.replace(place, () => table(['Scalar', 'In TypeScript', 'Format'], rows));
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(scalarsPage, withScalars(readFileSync(scalarsPage, 'utf8')));
