import type { GraphQLInputObjectType } from 'graphql';
import { getNamedType, isEnumType, isListType } from 'graphql';

/** Values of the filters of columns and custom fields. */

/** Values of each scalar that callers may send, however odd. */
export const samples: Record<string, unknown[]> = {
  ID: ['', 'cli_1', 'usr_1', 'x\u0000', '\ud800', 'x'.repeat(5_000), 7],
  String: ['', '%', '_\\', "'; --", 'x\u0000', '\ud800', 'İ', 'x'.repeat(5_000)],
  Boolean: [true, false],
  Int: [0, -1, 2_147_483_647, -2_147_483_648],
  Decimal: ['0', '-0.0001', '99999999999999999999', '9'.repeat(60), '0.000000000000000000001', 1.5],
  Date: ['2026-03-31', '0001-01-01', '9999-12-31', '0000-01-01'],
  DateTime: [
    '2026-03-31T14:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
  ],
};

function samplesOf(filter: string, type: string): unknown[] {
  const all = samples[type];
  if (!all) throw new Error(`There are no samples of ${type} in ${filter}.`);
  return all;
}

/** Values of a filter, one operator each. */
export function filtersOf(filter: GraphQLInputObjectType): unknown[] {
  const plain = Object.values(filter.getFields()).flatMap((operator) => {
    const type = getNamedType(operator.type);
    if (type === filter) return [];
    const values = isEnumType(type)
      ? type.getValues().map(({ name }) => name)
      : samplesOf(filter.name, type.name);
    return isListType(operator.type)
      ? [{ [operator.name]: null }, { [operator.name]: [] }, { [operator.name]: values }]
      : [null, ...values].map((value) => ({ [operator.name]: value }));
  });
  const modes =
    'mode' in filter.getFields() ? plain.map((it) => ({ ...it, mode: 'INSENSITIVE' })) : [];
  const all = [...plain, ...modes];
  return [
    null,
    {},
    ...all,
    { not: null },
    ...all.map((it) => ({ not: it })),
    { not: { not: all[1] } },
  ];
}

/** Comparisons with values that records have: by every operator, or none if the filter compares nothing. */
export function comparisonsWith(type: GraphQLInputObjectType, values: unknown[]): object[] {
  const operators = type.getFields();
  if (!('equals' in operators) || values.length === 0) return [];
  const [first] = values;
  const ways = Object.keys(operators).flatMap((operator) => {
    if (operator === 'in' || operator === 'notIn')
      return [{ [operator]: values }, { [operator]: [first] }];
    if (['contains', 'startsWith', 'endsWith'].includes(operator)) {
      const text = String(first);
      const part = operator === 'endsWith' ? text.slice(-1) : text.slice(0, 2);
      return [{ [operator]: part }, { [operator]: part.toUpperCase(), mode: 'INSENSITIVE' }];
    }
    if (operator === 'not')
      return [{ not: null }, { not: { equals: first } }, { not: { in: values } }];
    if (operator === 'mode') return [{ equals: String(first).toLowerCase(), mode: 'INSENSITIVE' }];
    return [{ [operator]: first }];
  });
  const nulls = Object.keys(operators).map((operator) => ({ [operator]: null }));
  return [{ equals: null }, ...ways, ...nulls];
}

/** Conditions and their negations. */
export const withOpposites = (conditions: readonly object[]): object[] =>
  conditions.flatMap((condition) => [condition, { NOT: condition }]);
