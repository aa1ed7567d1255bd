import { Decimal } from '../platform/money/money.ts';
import type { ComparisonOperator, Condition } from './conditions.ts';
import type { CustomFieldReference, CustomValueKeys } from './custom-values.ts';
import type { FilterAndOrder } from './list-order.ts';

/**
 * Entries of the indexes on custom values, which the function `custom_value_keys` of the database writes. A record that
 * matches a condition has one of the keys of the condition. The reverse is not true.
 */

/** The shortest prefixes of all texts of digits from `low` to `high`. */
function prefixesBetween(low: string, high: string, prefix = ''): string[] {
  const position = prefix.length;
  const isLow = low.startsWith(prefix);
  const isHigh = high.startsWith(prefix);
  const isComplete =
    (!isLow || /^0*$/.test(low.slice(position))) && (!isHigh || /^9*$/.test(high.slice(position)));
  if (prefix !== '' && isComplete) return [prefix];
  if (position === low.length) return [prefix];
  const first = isLow ? Number(low[position]) : 0;
  const last = isHigh ? Number(high[position]) : 9;
  const digits = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return digits.flatMap((digit) => prefixesBetween(low, high, `${prefix}${digit}`));
}

/** Keeps the order of the numbers, with three digits of precision. */
function digitsOfNumber(value: Decimal): string {
  if (value.isZero()) return '100000';
  const [mantissa = '', exponent] = value.abs().toExponential(2, Decimal.ROUND_DOWN).split('e');
  const place = Number(exponent) + 50;
  const exact = `${String(place).padStart(2, '0')}${mantissa.replace('.', '')}`;
  const digits = place < 0 ? '00000' : place > 99 ? '99999' : exact;
  return value.isNegative()
    ? `0${digits.replace(/\d/g, (digit) => `${9 - Number(digit)}`)}`
    : `2${digits}`;
}

const scales = {
  number: {
    mark: '#',
    length: 6,
    digitsOf: (value: unknown) => digitsOfNumber(new Decimal(value as string)),
  },
  date: { mark: '@', length: 8, digitsOf: (value: unknown) => String(value).replaceAll('-', '') },
} as const;

function keysBetween(scale: keyof typeof scales, by: ComparisonOperator, value: unknown): string[] {
  const { mark, length, digitsOf } = scales[scale];
  const digits = digitsOf(value);
  const low = by.startsWith('<') ? '0'.repeat(length) : digits;
  const high = by.startsWith('>') ? '9'.repeat(length) : digits;
  return prefixesBetween(low, high).map((prefix) => `${mark}${prefix}`);
}

type Keys = Omit<CustomValueKeys, 'fieldId'>;

type Leaf = Extract<Condition, { custom?: object }>;

/** Undefined if the index does not help. */
function keysOf(condition: Leaf): Keys | undefined {
  const { custom, kind } = condition;
  if (kind === 'text') return condition.by === 'equals' ? { texts: [condition.value] } : undefined;
  if (kind !== 'compare' && kind !== 'in') return undefined;
  const { by } = kind === 'compare' ? condition : { by: '=' as const };
  const values = kind === 'compare' ? [condition.value] : condition.values;
  if (custom?.as === 'number' || custom?.as === 'date') {
    const { as } = custom;
    return { prefixes: [...new Set(values.flatMap((value) => keysBetween(as, by, value)))] };
  }
  return { texts: values.map(String) };
}

/** Adds the index to conditions on custom values. A negated condition has no keys. */
export function withCustomValueKeys(
  condition: Condition,
  fieldIdOf: (field: CustomFieldReference) => string,
): Condition {
  const inner = (one: Condition) => withCustomValueKeys(one, fieldIdOf);
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(inner) };
    case 'some':
    case 'one':
      return { ...condition, where: inner(condition.where) };
    case 'not':
    case 'every':
    case 'keyed':
      return condition;
    default: {
      const keys = condition.custom && keysOf(condition);
      if (!condition.custom || !keys) return condition;
      const fieldId = fieldIdOf(condition.custom);
      return {
        kind: 'all',
        of: [{ kind: 'keyed', column: 'customValues', fieldId, ...keys }, condition],
      };
    }
  }
}

function customFieldsOf(condition: Condition | undefined): CustomFieldReference[] {
  if (condition === undefined) return [];
  switch (condition.kind) {
    case 'keyed':
      return [];
    case 'all':
    case 'any':
      return condition.of.flatMap(customFieldsOf);
    case 'not':
      return customFieldsOf(condition.of);
    case 'some':
    case 'every':
    case 'one':
      return customFieldsOf(condition.where);
    default:
      return condition.custom ? [condition.custom] : [];
  }
}

export const customFieldReferencesOf = ({
  where,
  order,
}: FilterAndOrder): CustomFieldReference[] => [
  ...customFieldsOf(where),
  // Two columns refer to the same field.
  ...order.flatMap(({ custom }) => (custom?.as === 'orderText' ? [custom] : [])),
];
