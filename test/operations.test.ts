import { describe, expect, test } from 'vitest';
import { useTestApi } from './support/api.ts';
import { operationTables } from './support/declared-operations.ts';
import { operationCases } from './support/operation-cases.ts';

/** The effects of operations: test/operations has one file for each. */

const api = useTestApi();

describe.each([...operationCases])('%s', (_operation, { tests }) => tests(api));

test('each file in test/operations has the name of a declared operation', () => {
  const declared = operationTables.flat().map(({ name }) => name);
  expect([...operationCases.keys()].filter((name) => !declared.includes(name))).toEqual([]);
});
