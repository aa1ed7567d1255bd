import { describe, expect, test } from 'vitest';
import type { ActionError } from '../../../src/platform/errors/action-error.ts';
import { integer, text } from '../../../src/platform/input/field-types.ts';
import { inputObject, nullable, parseInput, required } from '../../../src/platform/input/fields.ts';

const range = inputObject('TestRange', 'A range.', {
  name: required(text(5), 'Its name.'),
  from: nullable(integer(), 'Its start.'),
  to: nullable(integer(), 'Its end.'),
});

const parse = (input: unknown) =>
  parseInput(range, input, ({ name, from, to }) => [
    ...(name ? [] : [{ path: 'name', code: 'unnamed', message: 'has no name' }]),
    ...(from != null && to != null && to < from
      ? [{ path: 'to', code: 'reversed', message: 'is before from' }]
      : []),
  ]);

function problems(input: unknown): string[] {
  try {
    parse(input);
  } catch (error) {
    return (error as ActionError).details.errors?.map(({ path, code }) => `${path}:${code}`) ?? [];
  }
  return [];
}

describe('parseInput with rules over several fields', () => {
  test('returns input that passes the field checks and the rules', () => {
    expect(parse({ name: 'a', from: 1, to: '2' })).toEqual({ name: 'a', from: 1, to: 2 });
  });

  test('rejects input that only a rule forbids', () => {
    expect(problems({ name: 'a', from: 2, to: 1 })).toEqual(['to:reversed']);
  });

  test('lists the error of a rule next to those of other fields', () => {
    expect(problems({ name: 'too long', from: 2, to: 1 })).toEqual([
      'name:too_long',
      'to:reversed',
    ]);
  });

  test('reports one error for each field: that of the field before that of a rule', () => {
    expect(problems({ from: 1, to: 'x' })).toEqual(['name:required', 'to:invalid_type']);
  });

  test('applies no rule to input that is no object', () => {
    expect(problems(7)).toEqual([':invalid_type']);
    expect(problems([])).toEqual([':invalid_type']);
  });
});
