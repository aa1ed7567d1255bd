import type { FieldMap } from '@pothos/core';
import { getModel } from '@pothos/plugin-prisma';
import type PrismaTypes from '../generated/pothos/types.ts';
import { builder } from './builder.ts';
import { enums } from './enums.ts';

export type ModelName = keyof PrismaTypes;
type ColumnName<M extends ModelName> = keyof PrismaTypes[M]['Shape'] & string;

/** The part of a Prisma object's field builder that columns need. */
interface Exposer {
  // biome-ignore lint/suspicious/noExplicitAny: the plugin types each column of each model apart; one helper serves all
  expose(name: any, options: any): any;
}

/** Columns whose SQL type is narrower than the one their name and Prisma's type tell. */
export interface ColumnOptions {
  /** Columns that hold a day, not an instant. */
  dates?: readonly string[];
  /** Columns of a scalar of their own. */
  as?: Readonly<Record<string, string>>;
}

const scalarNames: Readonly<Record<string, string>> = {
  String: 'String',
  Int: 'Int',
  Boolean: 'Boolean',
  Decimal: 'Decimal',
  DateTime: 'DateTime',
  Json: 'JSON',
};

/** Columns that every record has. */
const recordColumns = ['createdAt', 'updatedAt', 'version'];

/** By name, whichever model they stand in. */
const byName: Readonly<Record<string, string>> = {
  currency: 'Currency',
  email: 'EmailAddress',
  hexColor: 'HexColorCode',
  timeZone: 'TimeZone',
  timezone: 'TimeZone',
};

/**
 * Fields that show a model's columns as they are: types, nullability and descriptions come from the Prisma schema,
 * where the columns are declared.
 */
export function columns<M extends ModelName>(
  t: Exposer,
  model: M,
  names: readonly ColumnName<M>[],
  options: ColumnOptions = {},
): FieldMap {
  const { fields } = getModel(model, builder);
  const shown: FieldMap = {};
  for (const name of [...names, ...recordColumns]) {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`${model} has no column ${name}.`);
    const scalar =
      options.as?.[name] ??
      (options.dates?.includes(name) ? 'Date' : (byName[name] ?? scalarNames[field.type]));
    const type = field.kind === 'enum' ? enums[field.type as keyof typeof enums] : scalar;
    if (type === undefined) throw new Error(`${model}.${name} has no type in the schema.`);
    shown[name] = t.expose(name, {
      type: field.isList ? [type] : type,
      nullable: !field.isRequired,
    });
  }
  return shown;
}

interface Context {
  accountId: number;
}

/** What every model's node has in common: found by the key's workspace and the id, never by the id alone. */
export const ownNode = {
  id: {
    resolve: (row: { id: string }) => row.id,
    description: 'The record’s id, the same on every surface.',
  },
  select: { id: true, accountId: true },
  nullable: true,
  findUnique: (id: string, { accountId }: Context) => ({ accountId_id: { accountId, id } }),
} as const;
