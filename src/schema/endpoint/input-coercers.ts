import type { GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import { isInputObjectType, isLeafType, isListType, isNonNullType } from 'graphql';

/** Throws {@link InvalidInputError} or an error of a scalar. */
type Coercer = (value: unknown) => unknown;

/** Has no reason or path: graphql-js finds them in a second pass. */
class InvalidInputError extends Error {}

const invalidInput = new InvalidInputError('The value does not match its GraphQL input type.');

/**
 * As graphql-js' `coerceInputValue`, several times as fast: a bulk of 500 items has 10,000 fields.
 * @throws InvalidInputError, or the error of a scalar
 */
export function coerceValid(value: unknown, type: GraphQLInputType): unknown {
  return coercerOf(type)(value);
}

const made = new WeakMap<object, Coercer>();

function coercerOf(type: GraphQLInputType): Coercer {
  const known = made.get(type);
  if (known) return known;
  // For recursive input types: resolved when such a value appears.
  made.set(type, (value) => coercerOf(type)(value));
  const coercer = makeCoercer(type);
  made.set(type, coercer);
  return coercer;
}

function makeCoercer(type: GraphQLInputType): Coercer {
  if (isNonNullType(type)) {
    const inner = coercerOf(type.ofType);
    return (value) => {
      if (value === null || value === undefined) throw invalidInput;
      return inner(value);
    };
  }
  const coerce = makePresentCoercer(type);
  return (value) => (value === null || value === undefined ? null : coerce(value));
}

function makePresentCoercer(type: GraphQLInputType): Coercer {
  if (isListType(type)) {
    const inner = coercerOf(type.ofType);
    return (value) => (Array.isArray(value) ? value.map((item) => inner(item)) : [inner(value)]);
  }
  if (isInputObjectType(type)) return makeObjectCoercer(type);
  if (!isLeafType(type)) throw new TypeError(`${type} is no type of an input.`);
  return (value) => {
    const parsed = type.parseValue(value);
    if (parsed === undefined) throw invalidInput;
    return parsed;
  };
}

function makeObjectCoercer(type: GraphQLInputObjectType): Coercer {
  const fields = Object.values(type.getFields()).map(({ name, type: fieldType, defaultValue }) => {
    return { name, defaultValue, isNeeded: isNonNullType(fieldType), coerce: coercerOf(fieldType) };
  });
  const names = new Set(fields.map(({ name }) => name));
  return (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) throw invalidInput;
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) if (!names.has(key)) throw invalidInput;
    const coerced: Record<string, unknown> = {};
    for (const { name, defaultValue, isNeeded, coerce } of fields) {
      const entry = object[name];
      if (entry !== undefined) coerced[name] = coerce(entry);
      else if (defaultValue !== undefined) coerced[name] = defaultValue;
      else if (isNeeded) throw invalidInput;
    }
    if (type.isOneOf) requireOneField(coerced);
    return coerced;
  };
}

function requireOneField(coerced: Record<string, unknown>): void {
  const entries = Object.values(coerced);
  if (entries.length !== 1 || entries[0] === null) throw invalidInput;
}
