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

test.each(systematicCases())('$name is what plain SQL finds', async ({ given }) => {
  expect.hasAssertions();
  await compare(given);
});

test('whatever an operation asks for is what plain SQL finds', async () => {
  expect.hasAssertions();
  await fc.assert(fc.asyncProperty(reads, compare), { ...sample, reporter: caseReporter });
});

test('whatever is asked of what a search, a figure or a mutation answers is what plain SQL finds', async () => {
  expect.hasAssertions();
  const fewer = { ...sample, numRuns: 50 };
  await fc.assert(fc.asyncProperty(answers, compare), { ...fewer, reporter: caseReporter });
});
