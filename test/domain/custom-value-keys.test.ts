import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/platform/money/money.ts';
import type { ComparisonOperator, Condition } from '../../src/query/conditions.ts';
import { withCustomValueKeys } from '../../src/query/custom-value-keys.ts';
import type { CustomValueColumn, CustomValueKeys } from '../../src/query/custom-values.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const reference = { recordType: 'CLIENT', key: 'a', path: '' };

function keysOf(as: CustomValueColumn['as'], by: ComparisonOperator, value: unknown): string[] {
  const custom = { ...reference, as };
  const leaf: Condition = { kind: 'compare', column: 'customValues', custom, by, value };
  const indexed = withCustomValueKeys(leaf, () => 'fld_1') as { of: readonly Condition[] };
  const { fieldId, prefixes = [] } = indexed.of[0] as Condition & CustomValueKeys;
  return prefixes.map((prefix) => `${fieldId}${prefix}`);
}

async function storedKeys(values: readonly unknown[]): Promise<string[][]> {
  const { rows } = await api.database.pool.query(
    `SELECT custom_value_keys(jsonb_build_object('fld_1', v.value)) AS keys
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY v(value, place) ORDER BY place`,
    [JSON.stringify(values)],
  );
  return rows.map(({ keys }) => keys);
}

const operators = ['=', '<', '<=', '>', '>='] as const;

const compare = (by: ComparisonOperator, order: number) =>
  ({ '=': order === 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 })[by];

const numbers = fc.oneof(
  fc.integer({ min: -1_100, max: 1_100 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => new Decimal(value).toFixed()),
  fc.constantFrom(
    '0',
    '0.00',
    '9.995',
    '9.994999',
    '-9.995',
    '999500',
    '0.001005',
    `1${'0'.repeat(60)}`,
    `-0.${'0'.repeat(60)}1`,
  ),
);

test('a number that meets a condition has one of its keys, for thousands of pairs', async () => {
  expect.hasAssertions();
  const pairs = fc.sample(fc.tuple(numbers, numbers), 3_000);
  const keys = await storedKeys(
    pairs.map(([value], index) => (index % 2 ? value : JSON.parse(value))),
  );
  for (const [index, [value, bound]] of pairs.entries()) {
    const stored = new Set(keys[index]);
    const compared = index % 2 ? value : new Decimal(Number(value)).toFixed();
    for (const by of operators) {
      if (!compare(by, new Decimal(compared).comparedTo(bound))) continue;
      const wanted = keysOf('number', by, new Decimal(bound));
      if (!wanted.some((key) => stored.has(key))) expect.fail(`${value} ${by} ${bound}: ${wanted}`);
      expect(wanted.length).toBeLessThan(120);
    }
  }
});

test('a day that meets a condition has one of its keys, and no other day has', async () => {
  const day = fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const pairs = fc.sample(fc.tuple(day, day), 2_000);
  const keys = await storedKeys(pairs.map(([value]) => value));
  for (const [index, [value, bound]] of pairs.entries()) {
    const stored = new Set(keys[index]);
    for (const by of operators) {
      const order = value < bound ? -1 : Number(value > bound);
      const has = keysOf('date', by, bound).some((key) => stored.has(key));
      // A bound belongs to its own range.
      const isBound = order === 0;
      expect(has || isBound, `${value} ${by} ${bound}`).toBe(compare(by, order) || isBound);
    }
  }
});

test('negated conditions and those on every related record have no keys', () => {
  const custom = { ...reference, as: 'number' } as const;
  const leaf: Condition = {
    kind: 'compare',
    column: 'customValues',
    custom,
    by: '=',
    value: new Decimal(1),
  };
  const negated: Condition = { kind: 'not', of: leaf };
  expect(withCustomValueKeys(negated, () => 'fld_1')).toEqual(negated);
});

test('texts, numbers, days and booleans have keys, objects and null only a hash or none', async () => {
  const [text, flag, day, number, nothing] = await storedKeys([
    'Ada',
    true,
    '2026-03-01',
    12,
    null,
  ]);
  expect([text?.length, flag?.length, day?.length, number?.length, nothing?.length]).toEqual([
    1, 1, 9, 7, 0,
  ]);
});
