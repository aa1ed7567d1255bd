import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { expectRejection, usePost } from '../support/operations.ts';

const api = useTestApi();
const post = usePost(api);

/** Arguments with a literal that is invalid for their scalar, with its location. */
const cases: [scalar: string, operation: string, place: string, wish: RegExp][] = [
  ...['"abc"', '1e3', 'ABC', 'true', '[1, 2]', '{ a: 1 }', `"${'9'.repeat(65)}"`].map(
    (literal): [string, string, string, RegExp] => [
      'Decimal',
      `mutation { createExpense(input: { amount: ${literal} }) { __typename } }`,
      'createExpense.input.amount',
      /Send a Decimal as|must not be a list|Decimal/,
    ],
  ),
  [
    'Currency',
    'mutation { createExpense(input: { amount: 1, currency: 5 }) { __typename } }',
    'createExpense.input.currency',
    /Must be a string/,
  ],
  [
    'Date',
    'mutation { createExpense(input: { amount: 1, dueDate: "2026-13-01" }) { __typename } }',
    'createExpense.input.dueDate',
    /A Date must be a date that exists, written YYYY-MM-DD/,
  ],
  [
    'Date',
    'mutation { createExpense(input: { amount: 1, dueDate: 5 }) { __typename } }',
    'createExpense.input.dueDate',
    /A Date must be a date that exists, written YYYY-MM-DD/,
  ],
  [
    'DateTime',
    '{ clients(where: { createdAt: { gt: "yesterday" } }) { totalCount } }',
    'clients.where.createdAt.gt',
    /A DateTime must be a date-time of ISO 8601/,
  ],
  [
    'WrittenDateTime',
    'mutation { createExpense(input: { amount: 1, dateCreated: 5 }) { __typename } }',
    'createExpense.input.dateCreated',
    /Must be a string/,
  ],
  [
    'EmailAddress',
    'mutation { createContact(input: { firstName: "A", email: 5 }) { __typename } }',
    'createContact.input.email',
    /Must be a string|String cannot/,
  ],
  [
    'TimeZone',
    'mutation { updateWorkspace(input: { timeZone: 5 }) { __typename } }',
    'updateWorkspace.input.timeZone',
    /Must be a string/,
  ],
  [
    'HexColorCode',
    'mutation { createTaskStage(input: { label: "A", hexColor: 5 }) { __typename } }',
    'createTaskStage.input.hexColor',
    /Must be a string/,
  ],
  [
    'an entry of a list',
    '{ expenses(where: { OR: [{ paid: { equals: true } }, { amount: { in: ["1", "x"] } }] }) { totalCount } }',
    'expenses.where.OR.amount.in',
    /Send a Decimal as/,
  ],
  [
    'a default of a variable',
    'query ($d: Decimal = "x") { expenses(where: { amount: { equals: $d } }) { totalCount } }',
    '$d',
    /Send a Decimal as/,
  ],
  [
    'an enumeration',
    '{ clients(where: { clientType: { equals: NONE } }) { totalCount } }',
    'clients.where.clientType.equals',
    /"NONE" does not exist in "ClientType" enum/,
  ],
];

describe('an invalid literal is an error of the operation, with its location', () => {
  test.each(cases)('%s: %s', async (_, query, position, wish) => {
    const answer = await post({ query });
    expectRejection(answer, 'invalid_operation', wish);
    expect(answer.body.errors[0].message.startsWith(`${position}: `)).toBe(true);
    expect(answer.body.errors[0].locations).toHaveLength(1);
  });
});

test('all of them are reported together', async () => {
  const query = `mutation {
    a: createExpense(input: { amount: "x", currency: 5 }) { __typename }
    b: createExpense(input: { amount: 1, dueDate: "x" }) { __typename }
  }`;
  const { body } = await post({ query });
  expect(body.errors.map(({ message }: { message: string }) => message.split(': ')[0])).toEqual([
    'createExpense.input.amount',
    'createExpense.input.currency',
    'createExpense.input.dueDate',
  ]);
});
