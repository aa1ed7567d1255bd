/** Values and promises: a value is used synchronously. */

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

export function chainMaybePromise(value: unknown, next: (value: unknown) => unknown): unknown {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Rejects only after all have settled, so that nothing runs after the response. */
export async function awaitAllSettled<T>(promises: readonly (T | Promise<T>)[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Also handles synchronous errors. */
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

/** A synchronous error counts as a rejection, so that siblings are awaited. */
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
