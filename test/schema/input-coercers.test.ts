import fc from 'fast-check';
import type { GraphQLInputType } from 'graphql';
import {
  coerceInputValue,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  isInputObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { coerceValid } from '../../src/schema/endpoint/input-coercers.ts';
import { schema } from '../../src/schema/index.ts';

const colour = new GraphQLEnumType({ name: 'Colour', values: { RED: { value: 1 }, BLUE: {} } });
const one = new GraphQLInputObjectType({
  name: 'One',
  isOneOf: true,
  fields: { a: { type: GraphQLInt }, b: { type: GraphQLString } },
});
const all: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: 'All',
  fields: () => ({
    a: { type: new GraphQLNonNull(GraphQLInt) },
    b: { type: GraphQLString, defaultValue: 'text' },
    c: { type: new GraphQLList(new GraphQLNonNull(GraphQLBoolean)) },
    d: { type: colour },
    e: { type: one },
    f: { type: all },
    g: { type: new GraphQLNonNull(GraphQLFloat), defaultValue: 1.5 },
  }),
});

/** What graphql-js makes of a value; undefined where it finds anything wrong. */
function byGraphQL(value: unknown, type: GraphQLInputType): { coerced: unknown } | undefined {
  let isWrong = false;
  const coerced = coerceInputValue(value, type, () => {
    isWrong = true;
  });
  return isWrong ? undefined : { coerced };
}

function byOurs(value: unknown, type: GraphQLInputType): { coerced: unknown } | undefined {
  try {
    return { coerced: coerceValid(value, type) };
  } catch {
    return undefined;
  }
}

const scalar = fc.constantFrom(null, 0, 1, 1.5, 2 ** 31, '', 'text', 'RED', 'BLUE', true, {}, []);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 2 }),
    tie('fields'),
  ),
  fields: fc.record(
    {
      a: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, scalar),
      b: scalar,
      c: fc.oneof(fc.constant(true), fc.constant([true]), scalar),
      d: fc.constantFrom('RED', 'BLUE', 'GREEN'),
      e: fc.oneof(fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }), scalar),
      f: tie('value'),
      g: fc.oneof(fc.constant(2), scalar),
      constructor: scalar,
    },
    { requiredKeys: ['a'] },
  ),
}));

test('a value is coerced as by graphql-js, or rejected if graphql-js rejects it', () => {
  let right = 0;
  fc.assert(
    fc.property(anything, (value) => {
      for (const type of [all, new GraphQLList(all), new GraphQLNonNull(one)]) {
        const expected = byGraphQL(value, type);
        if (expected) right += 1;
        expect(byOurs(value, type)).toEqual(expected);
        if (expected) {
          // What the order of fields is, is seen where inputs are compared as texts.
          expect(JSON.stringify(byOurs(value, type))).toBe(JSON.stringify(expected));
        }
      }
    }),
    { numRuns: 3_000 },
  );
  expect(right).toBeGreaterThan(500);
});

test('a name that every object inherits is no field', () => {
  for (const text of [
    '{"a":1,"__proto__":{}}',
    '{"a":1,"constructor":1}',
    '{"a":1,"toString":1}',
  ]) {
    expect(byOurs(JSON.parse(text), all)).toBe(undefined);
    expect(byGraphQL(JSON.parse(text), all)).toBe(undefined);
  }
});

test('every input of the schema has a coercer', () => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  expect(inputs.length).toBeGreaterThan(50);
  for (const type of inputs) expect(byOurs({}, type)).toEqual(byGraphQL({}, type));
});
