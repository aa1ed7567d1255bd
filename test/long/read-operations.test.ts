import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { caseReporter, readComparison } from '../support/read-comparison.ts';
import { cases } from '../support/read-operations.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
useFilledWorkspaces(api, { ours: 4, theirs: 3 });

const { seed, runs } = inject('longRun');

test('whatever an operation asks for is what plain SQL finds, in thousands of cases', async () => {
  expect.hasAssertions();
  const compare = await readComparison(api);
  await fc.assert(fc.asyncProperty(cases, compare), {
    numRuns: 4 * runs,
    ...(seed !== null && { seed }),
    reporter: caseReporter,
  });
});
