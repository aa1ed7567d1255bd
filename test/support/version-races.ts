import type { TestWorkspace } from './api.ts';
import { mutate, mutated } from './mutations.ts';

/** How many of the callers that change one record at the same time, each with the version that it read, were the first. */
export async function raceForVersion(workspace: TestWorkspace, callers: number): Promise<string[]> {
  const { id } = await mutated(workspace, 'createVendor', { name: `Raced ${crypto.randomUUID()}` });
  const { version } = await mutated(workspace, 'updateVendor', { id }, 'version');
  const results = await Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      mutate(workspace, 'updateVendor', {
        id,
        name: `Caller ${caller} of ${id}`,
        expectedVersion: version,
      }),
    ),
  );
  return results.map(({ __typename }) => __typename).sort();
}

/** One caller succeeds, and all others get a conflict. */
export const oneWins = (callers: number): string[] => [
  'UpdateVendorSuccess',
  ...Array(callers - 1).fill('VersionMismatchError'),
];
