export type LimitConcurrency = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `limit` calls at once, the others in their order. */
export function limitConcurrency(limit: number): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
