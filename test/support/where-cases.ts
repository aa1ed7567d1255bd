import fc from 'fast-check';
import type { GraphQLInputObjectType } from 'graphql';
import { getNamedType, isEnumType, isInputObjectType, isListType } from 'graphql';
import type { FilterInput } from './where-model.ts';

/** Random values for the `where` of a list: deep, unusual, and empty ones. */

/** Values that some records have in a column, as callers write them. */
export type Pool = (model: string, column: string) => readonly unknown[];

const odd: Readonly<Record<string, readonly unknown[]>> = {
  ID: ['', 'cli_1'],
  String: ['', '%', 'e', 'A', 'x_', "it's"],
  Boolean: [true, false],
  Int: [0, -1, 3],
  Decimal: ['0', '10', '-0.5'],
  Date: ['2026-01-03', '0001-01-01', '9999-12-31'],
  DateTime: ['2026-01-01T05:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-30T00:00:00.000Z'],
};

const levels = 3;

export function whereCases(pool: Pool) {
  const known = new Map<string, fc.Arbitrary<unknown>>();

  function keep(key: string, make: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  }

  /** Up to so many of an input type's fields, each with a value. */
  function some(
    names: readonly string[],
    max: number,
    of: (name: string) => fc.Arbitrary<unknown>,
  ) {
    return fc
      .uniqueArray(fc.constantFrom(...names), { maxLength: max })
      .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, of(name)]))));
  }

  function scalar(model: string, column: string, type: string): fc.Arbitrary<unknown> {
    const values = [...pool(model, column), ...(odd[type] ?? [])];
    const texts = type === 'String' ? values.map((value) => String(value).slice(0, 3)) : [];
    return fc.constantFrom(...values, ...texts);
  }

  function operator(
    type: GraphQLInputObjectType,
    name: string,
    { model, column, depth }: { model: string; column: string; depth: number },
  ): fc.Arbitrary<unknown> {
    const field = type.getFields()[name];
    const named = getNamedType(field?.type);
    const nothing = { weight: 1, arbitrary: fc.constant(null) };
    if (named === type) {
      const inner = depth > 0 ? filter(type, model, column, depth - 1) : fc.constant({});
      return fc.oneof(nothing, { weight: 5, arbitrary: inner });
    }
    const value = isEnumType(named)
      ? fc.constantFrom(...named.getValues().map((one) => one.name))
      : scalar(model, column, String(named?.name));
    const input = isListType(field?.type) ? fc.array(value, { maxLength: 3 }) : value;
    return fc.oneof(nothing, { weight: 8, arbitrary: input });
  }

  function filter(
    type: GraphQLInputObjectType,
    model: string,
    column: string,
    depth: number,
  ): fc.Arbitrary<unknown> {
    return keep(`${model}.${column} ${depth}`, () =>
      some(Object.keys(type.getFields()), 2, (name) =>
        operator(type, name, { model, column, depth }),
      ),
    );
  }

  function condition(
    type: GraphQLInputObjectType,
    name: string,
    { model, depth }: { model: string; depth: number },
  ): fc.Arbitrary<unknown> {
    const named = getNamedType(type.getFields()[name]?.type);
    if (name === 'AND' || name === 'OR') {
      return fc.option(fc.array(where(type, depth - 1), { maxLength: 3 }), { freq: 12 });
    }
    if (name === 'updatedAfter') return fc.constantFrom(null, ...(odd.DateTime ?? []));
    if (!isInputObjectType(named)) throw new Error(`${name} is no condition.`);
    const text = named.name.endsWith('ListWhere')
      ? some(['some', 'every', 'none'], 2, () =>
          fc.option(where(rowsOf(named), depth - 1), { freq: 12 }),
        )
      : named.name.endsWith('Where')
        ? where(named, depth - 1)
        : filter(named, model, name, 2);
    return fc.option(text, { freq: 12 });
  }

  function where(type: GraphQLInputObjectType, depth: number): fc.Arbitrary<unknown> {
    if (depth < 0) return fc.constant({});
    return keep(`${type.name} ${depth}`, () => {
      const model = type.name.replace(/Where$/, '');
      // test/schema/custom-values.test.ts compares conditions on custom values with a second implementation.
      const names = Object.keys(type.getFields()).filter((name) => name !== 'customValues');
      // What joins conditions is met as often as all columns together.
      const joining = names.filter((name) => ['AND', 'OR', 'NOT'].includes(name));
      const weighted = Array.from({ length: Math.ceil(names.length / 6) }, () => joining).flat();
      return some([...new Set(names)], 3, (name) => condition(type, name, { model, depth })).chain(
        (argument) =>
          fc
            .option(
              fc
                .constantFrom(...weighted)
                .chain((name) =>
                  condition(type, name, { model, depth }).map((value) => ({ [name]: value })),
                ),
            )
            .map((more) => ({ ...(argument as object), ...more })),
      );
    });
  }

  return (type: GraphQLInputObjectType) => where(type, levels) as fc.Arbitrary<FilterInput>;
}

/** The conditions on each of the records that a list filter is about. */
function rowsOf(type: GraphQLInputObjectType): GraphQLInputObjectType {
  const named = getNamedType(type.getFields().some?.type);
  if (!isInputObjectType(named)) throw new Error(`${type.name} is about no records.`);
  return named;
}
