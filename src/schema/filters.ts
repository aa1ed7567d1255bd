import type { InputRef } from '@pothos/core';
import { builder } from './builder.ts';
import type { ModelName } from './columns.ts';
import { enums } from './enums.ts';

/** What can be asked of a value, in the words of the `where` arguments. */

const membership = ['equals', 'not', 'in', 'notIn'] as const;
const comparison = [...membership, 'lt', 'lte', 'gt', 'gte'] as const;

function comparable(scalar: 'Int' | 'Decimal' | 'Date' | 'DateTime', what: string) {
  return builder.prismaFilter(scalar, {
    name: `${scalar}Filter`,
    description: `What ${what} has to be.`,
    ops: comparison,
  });
}

export const filters = {
  ID: builder.prismaFilter('ID', {
    name: 'IDFilter',
    description: 'What an id has to be.',
    ops: membership,
  }),
  String: builder.prismaFilter('String', {
    name: 'StringFilter',
    description: 'What a text has to be. Letter case counts unless `mode` says otherwise.',
    ops: [...membership, 'contains', 'startsWith', 'endsWith', 'mode'],
  }),
  Boolean: builder.prismaFilter('Boolean', {
    name: 'BooleanFilter',
    description: 'What a flag has to be.',
    ops: ['equals'],
  }),
  Int: comparable('Int', 'a whole number'),
  Decimal: comparable('Decimal', 'an exact number'),
  Date: comparable('Date', 'a day'),
  DateTime: comparable('DateTime', 'an instant'),
} as const;

/** Filters on enumerations, by the enumeration's name. */
export const enumFilters = Object.fromEntries(
  Object.entries(enums).map(([name, ref]) => [
    name,
    builder.prismaFilter(ref, {
      name: `${name}Filter`,
      description: `What a ${name} has to be.`,
      ops: membership,
    }),
  ]),
) as unknown as { [N in keyof typeof enums]: InputRef<unknown> };

interface WhereFields {
  field(options: { type: string; description: string }): unknown;
}

type Filter = InputRef<unknown> | keyof typeof filters;

/** What a model can be filtered by and ordered by. */
export interface Conditions {
  /** Only columns that an index serves, or that are cheap to look through inside one workspace. */
  where: Readonly<Record<string, Filter>>;
  orderBy: readonly string[];
}

/** A condition on the one related record. The model's own `where` is found by name, so slices need not know each other. */
export function one(model: ModelName): InputRef<unknown> {
  return `${model}Where` as never;
}

const listFilters = new Map<ModelName, InputRef<unknown>>();

/** A condition on many related records: some, every or none of them match. */
export function many(model: ModelName): InputRef<unknown> {
  const known = listFilters.get(model);
  if (known) return known;
  const made = builder.prismaListFilter(one(model) as never, {
    name: `${model}ListWhere`,
    description: `Which ${model} records there have to be.`,
    ops: ['some', 'every', 'none'],
  }) as never as InputRef<unknown>;
  listFilters.set(model, made);
  return made;
}

/** The input types of a model's conditions: `where` with `updatedAfter`, AND, OR and NOT; and `orderBy`. */
export function conditionInputs(model: ModelName, { where, orderBy }: Conditions) {
  const whereInput = builder.prismaWhere(model, {
    name: `${model}Where`,
    description: `Which ${model} records: all conditions given have to hold.`,
    fields: ((t: WhereFields) => whereFields(t, where)) as never,
  });
  const orderInput = builder.prismaOrderBy(model, {
    name: `${model}OrderBy`,
    description: `How ${model} records are ordered; ties are broken by id.`,
    fields: Object.fromEntries([...orderBy, 'createdAt', 'updatedAt'].map((name) => [name, true])),
  } as never);
  return { where: whereInput, orderBy: orderInput };
}

function whereFields(t: WhereFields, where: Conditions['where']): Record<string, unknown> {
  const own = Object.entries(where).map(([name, filter]) => [
    name,
    typeof filter === 'string' && filter in filters
      ? filters[filter as keyof typeof filters]
      : filter,
  ]);
  return {
    id: filters.ID,
    createdAt: filters.DateTime,
    updatedAt: filters.DateTime,
    updatedAfter: t.field({
      type: 'DateTime',
      description: 'Changed after this instant: what to ask for when polling.',
    }),
    AND: true,
    OR: true,
    NOT: true,
    ...Object.fromEntries(own),
  };
}

/** The `where` argument as Prisma takes it: `updatedAfter` in its long form, wherever it stands. */
export function toPrismaWhere(given: unknown): Record<string, unknown> {
  if (given === null || given === undefined) return {};
  return rewrite(given) as Record<string, unknown>;
}

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== 'object' || node === null || node instanceof Date) return node;
  const { updatedAfter, ...rest } = node as Record<string, unknown>;
  const kept = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, rewrite(value)]),
  );
  return updatedAfter ? { AND: [kept, { updatedAt: { gt: updatedAfter } }] } : kept;
}
