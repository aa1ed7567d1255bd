import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import type { SharedCounters } from './shared-counters.ts';
import { SharedCounter } from './shared-counters.ts';

/**
 * Counts failures by name, in all processes together. A name with the maximum number of failures in a minute has to wait.
 * Concurrent attempts count when they fail, so a few more than the maximum can pass.
 */
export function createFailureThrottle(
  counters: SharedCounters,
  kind: string,
  maxPerMinute: number,
) {
  const counterOf = memoizeByName((name) => new SharedCounter(`${kind} ${name}`, maxPerMinute));
  return {
    /** Seconds until the next attempt of a name is allowed. 0 means now. */
    secondsToWait: (name: string): number => {
      const counter = counterOf(name);
      const now = Date.now();
      const seconds = counter.secondsLeft(now);
      return counter.left > 0 ? 0 : seconds;
    },
    recordFailure: (name: string): void => counters.record(counterOf(name), 1),
  };
}
