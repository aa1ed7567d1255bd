import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import type { SharedCounters } from './shared-counters.ts';
import { SharedCounter } from './shared-counters.ts';

/**
 * Counts what fails, by name, for all processes together: whoever had as many failures in a minute as there may be is to wait.
 * What is tried at the same time is counted when it failed, so that a few more get through.
 */
export function createFailureThrottle(counts: SharedCounters, kind: string, mostPerMinute: number) {
  const ofName = memoizeByName((name) => new SharedCounter(`${kind} ${name}`, mostPerMinute));
  return {
    /** For how many seconds nothing is to be tried under a name; 0: it may be tried now. */
    secondsToWait: (name: string): number => {
      const count = ofName(name);
      const now = Date.now();
      const seconds = count.secondsLeft(now);
      return count.left > 0 ? 0 : seconds;
    },
    note: (name: string): void => counts.note(ofName(name), 1),
  };
}
