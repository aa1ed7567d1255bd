import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import type { SharedCounters } from './shared-counters.ts';
import { SharedCounter } from './shared-counters.ts';

/** Shared by all processes. Concurrent attempts can exceed the maximum slightly. */
export function createFailureThrottle(
  counters: SharedCounters,
  kind: string,
  maxPerMinute: number,
) {
  const counterOf = memoizeByName((name) => new SharedCounter(`${kind} ${name}`, maxPerMinute));
  return {
    /** 0: allowed now. */
    secondsToWait: (name: string): number => {
      const counter = counterOf(name);
      const now = Date.now();
      const seconds = counter.secondsLeft(now);
      return counter.left > 0 ? 0 : seconds;
    },
    recordFailure: (name: string): void => counters.record(counterOf(name), 1),
  };
}
