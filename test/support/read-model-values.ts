import type { GraphQLOutputType } from 'graphql';
import { getNamedType, isEnumType, isListType, isNonNullType } from 'graphql';

/** A value as a scalar or an enumeration writes it. */
export function leaf(value: unknown, type: GraphQLOutputType): unknown {
  if (isNonNullType(type)) return leaf(value, type.ofType);
  if (isListType(type)) return ((value ?? []) as unknown[]).map((one) => leaf(one, type.ofType));
  if (value === null || value === undefined) return null;
  if (isEnumType(type)) return type.getValues().find((one) => one.value === value)?.name;
  const { name } = getNamedType(type);
  if (name === 'DateTime') return new Date(String(value)).toISOString();
  if (name === 'Date') return String(value).slice(0, 10);
  return name === 'Decimal' || name === 'ID' ? String(value) : value;
}

/** Rows by a column, and by their ids where that is the same. */
export const inOrder = <R extends Readonly<Record<string, unknown>>>(
  rows: readonly R[],
  column = 'id',
) =>
  [...rows].sort((one, other) => compare(one[column], other[column]) || compare(one.id, other.id));

const compare = (one: unknown, other: unknown) =>
  Number((one as string) > (other as string)) - Number((one as string) < (other as string));
