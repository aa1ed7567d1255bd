import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { caseReporter, readComparison } from '../support/read-comparison.ts';
import { answers, reads, systematicCases } from '../support/read-operations.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
useFilledWorkspaces(api, { ours: 4, theirs: 3 });

/** A sample that is the same every time; `npm run test:long` goes on from there. */
const sample = { seed: 20_261_122, numRuns: 150 };

let compare: Awaited<ReturnType<typeof readComparison>>;

beforeAll(async () => {
  compare = await readComparison(api);
});

test.each(systematicCases())('$name returns the same as plain SQL', async ({ given }) => {
  expect.hasAssertions();
  await compare(given);
});

test('every query returns the same as plain SQL', async () => {
  expect.hasAssertions();
  await fc.assert(fc.asyncProperty(reads, compare), { ...sample, reporter: caseReporter });
});

test('every selection below a search, a report or a mutation returns the same as plain SQL', async () => {
  expect.hasAssertions();
  const fewer = { ...sample, numRuns: 50 };
  await fc.assert(fc.asyncProperty(answers, compare), { ...fewer, reporter: caseReporter });
});
