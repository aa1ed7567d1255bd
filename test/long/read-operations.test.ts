import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { caseReporter, readComparison } from '../support/read-comparison.ts';
import { answers, reads } from '../support/read-operations.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
useFilledWorkspaces(api, { ours: 4, theirs: 3 });

const { seed, runs } = inject('longRun');

test.each([
  ['asks for', reads, 4 * runs],
  ['asks of what a search, a figure or a mutation answers', answers, runs],
] as const)(
  'an operation that %s returns the same as plain SQL, in thousands of cases',
  async (_, cases, numRuns) => {
    expect.hasAssertions();
    const compare = await readComparison(api);
    await fc.assert(fc.asyncProperty(cases, compare), {
      numRuns,
      ...(seed !== null && { seed }),
      reporter: caseReporter,
    });
  },
);
