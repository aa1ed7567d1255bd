import { expect, test } from 'vitest';
import { constraintViolationOf } from '../../../src/platform/records/constraint-errors.ts';

const reported = (code: string, message: string) =>
  constraintViolationOf(Object.assign(new Error(message), { code }));

test('an error that a server reports for another one is recognised by its text', () => {
  const name = 'Payment_externalId_source_key_102262';
  const message = `duplicate key value violates unique constraint "${name}"`;
  expect(reported('XX000', message)).toEqual({
    kind: 'unique',
    constraint: expect.stringContaining(name),
  });
  expect(reported('XX000', 'cache lookup failed for relation 1')).toBeUndefined();
  expect(reported('22000', message)).toBeUndefined();
});
