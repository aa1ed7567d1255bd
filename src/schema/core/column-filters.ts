import type { InputRef } from '@pothos/core';
import { modelFieldOf } from '../../query/model-columns.ts';
import { builder } from './builder.ts';
import { columnScalar } from './column-scalars.ts';
import { enums } from './enums.ts';
import type { ModelName } from './model-names.ts';
import { relationOf } from './prisma-models.ts';
import { throughLinks } from './where.ts';

export const membershipOperators = ['equals', 'not', 'in', 'notIn'] as const;
const comparisonOperators = [...membershipOperators, 'lt', 'lte', 'gt', 'gte'] as const;

function defineComparisonFilter(
  scalar: 'Int' | 'Decimal' | 'Date' | 'DateTime',
  valuesNoun: string,
) {
  return builder.prismaFilter(scalar, {
    name: `${scalar}Filter`,
    description: `Condition on ${valuesNoun}.`,
    ops: comparisonOperators,
  });
}

const letterCase = builder.enumType('LetterCase', {
  description: 'Whether text comparisons are case-sensitive.',
  values: {
    SENSITIVE: { value: 'default', description: '"ada" is not "Ada".' },
    INSENSITIVE: { value: 'insensitive', description: '"ada" is "Ada".' },
  } as const,
});

type Operators = Record<string, unknown>;

const textFilter = builder.inputRef<Operators>('StringFilter');

// The plugin's text filter has an enumeration without descriptions.
textFilter.implement({
  description:
    'Condition on a text. It is case-sensitive unless `mode` is set. The encoding of accents and the kind of spaces are ignored.',
  extensions: { pothosPrismaInput: { nullableFields: new Set(['equals', 'not']) } },
  fields: (t) => ({
    equals: t.string(),
    not: t.field({ type: textFilter }),
    in: t.stringList(),
    notIn: t.stringList(),
    contains: t.string(),
    startsWith: t.string(),
    endsWith: t.string(),
    mode: t.field({ type: letterCase }),
  }),
});

export const filters = {
  ID: builder.prismaFilter('ID', {
    name: 'IDFilter',
    description: 'Condition on an id.',
    ops: membershipOperators,
  }),
  String: textFilter,
  Boolean: builder.prismaFilter('Boolean', {
    name: 'BooleanFilter',
    description: 'Condition on a boolean.',
    ops: ['equals'],
  }),
  Int: defineComparisonFilter('Int', 'a whole number'),
  Decimal: defineComparisonFilter('Decimal', 'an exact decimal number'),
  Date: defineComparisonFilter('Date', 'a day'),
  DateTime: defineComparisonFilter('DateTime', 'an instant'),
} as const;

type EnumName = keyof typeof enums;

const enumFilterRefs = new Map<EnumName, InputRef<unknown>>();

function enumFilter(name: EnumName): InputRef<unknown> {
  const known = enumFilterRefs.get(name);
  if (known) return known;
  const made = builder.prismaFilter(enums[name] as typeof enums.ClientType, {
    name: `${name}Filter`,
    description: `Condition on the ${name}.`,
    ops: membershipOperators,
  }) as InputRef<unknown>;
  enumFilterRefs.set(name, made);
  return made;
}

/** Refers to the model's `where` type by name, so resource modules do not import each other. */
export function relationFilter(model: ModelName): InputRef<unknown> {
  return `${model}Where` as never;
}

const listFilters = new Map<ModelName, InputRef<unknown>>();

function relationListFilter(model: ModelName): InputRef<unknown> {
  const known = listFilters.get(model);
  if (known) return known;
  const made = builder.prismaListFilter(relationFilter(model) as never, {
    name: `${model}ListWhere`,
    description: `Condition on related ${model} records.`,
    ops: ['some', 'every', 'none'],
  }) as never as InputRef<unknown>;
  listFilters.set(model, made);
  return made;
}

export function filterOf(model: ModelName, name: string): InputRef<unknown> {
  const { isList = false, kind, type = '' } = modelFieldOf(model, name) ?? {};
  if (kind === 'enum') return enumFilter(type as EnumName);
  if (kind === 'object') {
    const record = throughLinks[`${model}.${name}`];
    const related = record ? relationOf(type as ModelName, record).model : (type as ModelName);
    return isList ? relationListFilter(related) : relationFilter(related);
  }
  const filter = filters[columnScalar(model, name) as keyof typeof filters];
  if (!filter) throw new Error(`${model} has no column or relation ${name} that can be compared.`);
  return filter as InputRef<unknown>;
}
