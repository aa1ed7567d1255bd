import { ActionError } from '../platform/errors/action-error.ts';
import { createFailureThrottle } from './failure-throttling.ts';
import type { SharedCounters } from './shared-counters.ts';

export interface UnknownKeyThrottleOptions {
  counts: SharedCounters;
  /** 0: any number. */
  mostPerMinute: number;
  /** A name for where a request comes from that does not say where that is. */
  nameOf: (address: string) => Promise<string>;
}

/**
 * Counts the keys that nobody has, by the network that they come from. Over the limit no further key is looked up that comes from
 * there; those that are remembered go on.
 */
export function createUnknownKeyThrottle({
  counts,
  mostPerMinute,
  nameOf,
}: UnknownKeyThrottleOptions) {
  const tries = createFailureThrottle(counts, 'unknown keys', mostPerMinute);
  return {
    /** @throws ActionError too_many_requests */
    requireFew: async (address: string): Promise<void> => {
      if (mostPerMinute === 0) return;
      const retryAfterSeconds = tries.secondsToWait(await nameOf(address));
      if (retryAfterSeconds === 0) return;
      const message = `Too many unknown keys came from your network: ${mostPerMinute} a minute are allowed. Try again in ${retryAfterSeconds} s.`;
      throw new ActionError('too_many_requests', message, { retryAfterSeconds });
    },
    note: async (address: string): Promise<void> => {
      if (mostPerMinute > 0) tries.note(await nameOf(address));
    },
  };
}
