/** Values that may be promises; one that is no promise is used at once. */

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

export function chainMaybePromise(value: unknown, next: (value: unknown) => unknown): unknown {
  return isPromise(value) ? value.then(next) : next(value);
}

/** What all promise, or the first failure, but not before all have ended: nothing runs on behind the answer. */
export async function awaitAllSettled<T>(promises: readonly (T | Promise<T>)[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** What `work` answers; what it throws, or a promise of it breaks with, goes to `failed`. */
export function catchMaybePromise(
  work: () => unknown,
  failed: (error: unknown) => unknown,
): unknown {
  try {
    const value = work();
    return isPromise(value) ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}

/**
 * What several reads answer, or a promise of it. A read that throws counts as a promise that was broken, so that those
 * of its siblings are never left alone.
 */
export function mapMaybePromise<T>(
  of: readonly T[],
  read: (one: T, index: number) => unknown,
): readonly unknown[] | Promise<readonly unknown[]> {
  const values = of.map((one, index) =>
    catchMaybePromise(
      () => read(one, index),
      (error) => Promise.reject(error),
    ),
  );
  return values.some(isPromise) ? awaitAllSettled(values) : values;
}
