import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { caseReporter, whereComparison } from '../support/where-comparison.ts';

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 4, theirs: 3 });

const { seed, runs } = inject('longRun');

test('pages, counts and lists below records agree with plain SQL in thousands of cases', async () => {
  expect.hasAssertions();
  const property = await whereComparison(api, ours);
  await fc.assert(property, {
    numRuns: runs,
    ...(seed !== null && { seed }),
    reporter: caseReporter,
  });
});
