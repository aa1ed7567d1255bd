import { describe, expect, test } from 'vitest';
import { mergeNestedInput } from '../../../src/platform/input/update-input.ts';

const current = { type: 'A', amount: 1, note: 'kept' };

describe('mergeNestedInput', () => {
  test('a patch changes the sent fields and keeps the rest, whatever the parsed object has for it', () => {
    const change = { type: null, amount: 2, note: null };
    expect(mergeNestedInput(current, change, { amount: '2' }, 'patch')).toEqual({
      ...current,
      amount: 2,
    });
  });

  test('a null that was sent clears its field, an undefined one counts as left out', () => {
    const change = { type: null, amount: null, note: null };
    const sent = { amount: null, note: undefined };
    expect(mergeNestedInput(current, change, sent, 'patch')).toEqual({ ...current, amount: null });
  });

  test('a patch contains only parsed fields', () => {
    const sent = { unknown: 1, constructor: 2, amount: 2 };
    const merged = mergeNestedInput(current, { type: null, amount: 2, note: null }, sent, 'patch');
    expect(Object.keys(merged ?? {}).toSorted()).toEqual(['amount', 'note', 'type']);
  });

  test('a patch of a missing object is the parsed one', () => {
    const change = { type: 'B', amount: null };
    expect(mergeNestedInput(null, change, { type: 'b' }, 'patch')).toEqual(change);
  });

  test('a replace takes the parsed object as it is', () => {
    const change = { type: null, amount: 2 };
    expect(mergeNestedInput(current, change, { amount: 2 }, 'replace')).toEqual(change);
  });

  test.each(['patch', 'replace'] as const)(
    'on %s null clears and undefined changes nothing',
    (mode) => {
      expect(mergeNestedInput(current, null, null, mode)).toBeNull();
      expect(mergeNestedInput(current, undefined, undefined, mode)).toBeUndefined();
    },
  );
});
