import DataLoader from 'dataloader';

/** Limits the duration of a statement. */
const maxGroupSize = 100;

/**
 * Groups calls: while one statement runs, further calls wait and share the next one. If the statement of a group fails,
 * each call gets its own, so that none blocks the others.
 */
export function groupCalls<Input extends object, Output>(
  run: (inputs: readonly Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let current: Promise<unknown> = Promise.resolve();
  let previous = current;
  const runSeparately = (inputs: readonly Input[]) =>
    Promise.all(inputs.map((input) => run([input]).then(([output]) => output as Output, toError)));
  const loader = new DataLoader<Input, Output>(
    (inputs) => {
      const results = run(inputs).catch((error) => {
        if (inputs.length === 1) throw error;
        return runSeparately(inputs);
      });
      current = results.catch(() => undefined);
      return results;
    },
    {
      cache: false,
      maxBatchSize: maxGroupSize,
      batchScheduleFn: (dispatch) => {
        previous = previous.then(() => {
          dispatch();
          return current;
        });
      },
    },
  );
  return (input) => loader.load(input);
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));
