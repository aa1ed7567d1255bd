/**
 * A Prisma generator: the types and defaults of the columns that statements are written from, which Prisma's client does not
 * tell at run time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import helper from '@prisma/generator-helper';

const types = {
  BigInt: 'bigint',
  Boolean: 'boolean',
  Bytes: 'bytea',
  DateTime: 'timestamptz',
  Decimal: 'numeric',
  Float: 'double precision',
  Int: 'int',
  Json: 'jsonb',
  String: 'text',
};
const dayTypes = { Date: 'date', Time: 'time' };

function columnOf({ default: value, isList, isRequired, kind, nativeType, type }) {
  const own = kind === 'enum' ? `"${type}"` : (dayTypes[nativeType?.[0]] ?? types[type]);
  const isByDatabase = value !== null && typeof value === 'object' && !Array.isArray(value);
  return {
    type: `${own}${isList ? '[]' : ''}`,
    // Prisma writes defaults of JSON as text.
    ...(value !== undefined &&
      !isByDatabase && { default: type === 'Json' ? JSON.parse(value) : value }),
    ...(isByDatabase && { isSetByDatabase: true }),
    ...(isRequired && { isRequired: true }),
  };
}

helper.generatorHandler({
  onManifest: () => ({ prettyName: 'Column types', defaultOutput: '../src/generated/columns.ts' }),
  onGenerate: async ({ dmmf, generator }) => {
    const models = dmmf.datamodel.models.map(({ fields, name }) => {
      const columns = fields
        .filter(({ kind }) => kind !== 'object')
        .map((field) => [field.name, columnOf(field)]);
      return [name, Object.fromEntries(columns)];
    });
    const text = `import type { ColumnType } from '../write/column-values.ts';

export const columnTypes: Readonly<Record<string, Readonly<Record<string, ColumnType>>>> = ${JSON.stringify(Object.fromEntries(models), null, 1)};
`;
    const { value } = generator.output;
    mkdirSync(dirname(value), { recursive: true });
    writeFileSync(value, text);
  },
});
