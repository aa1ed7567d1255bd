import fc from 'fast-check';
import type { TestApi } from '../api.ts';
import { Run } from './runs.ts';
import type { Sender } from './sender.ts';

/** A step that is left out while a failure is made shorter, or the number from which it follows. */
const step = fc.option(fc.noBias(fc.noShrink(fc.integer())), { freq: 1_000_000_000 });

const many = (steps: number) => fc.array(step, { minLength: steps, maxLength: steps });

/** Whether most of a run bills and pays. */
const kind = fc.noShrink(fc.boolean());

/** How long a failure is made shorter, in milliseconds. */
const shortening = 30_000;

/**
 * Runs of so many steps that agree with the model. A failed run is reported with its seed, and shortened by leaving out
 * steps.
 */
export async function compareRuns(
  api: TestApi,
  crashing: Sender['crashing'],
  { runs, seed, steps }: { runs: number; steps: number; seed: number | null },
): Promise<number> {
  const began = Date.now();
  let done = 0;
  let failedAt: number | undefined;
  await fc.assert(
    fc.asyncProperty(kind, many(steps), async (isOfBilling, seeds) => {
      if (failedAt !== undefined && performance.now() > failedAt + shortening) return;
      const run = await Run.begin(api, crashing, { began, isOfBilling });
      try {
        for (const one of seeds) {
          if (one !== null) await run.step(one);
          done += 1;
        }
        await run.end();
      } catch (error) {
        failedAt ??= performance.now();
        throw new Error(`${(error as Error).message}\n\nThe last steps:\n${run.trace}`, {
          cause: error,
        });
      }
    }),
    { numRuns: runs, ...(seed !== null && { seed }) },
  );
  return done;
}
