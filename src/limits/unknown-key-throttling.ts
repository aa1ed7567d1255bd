import { ActionError } from '../platform/errors/action-error.ts';
import { createFailureThrottle } from './failure-throttling.ts';
import type { SharedCounters } from './shared-counters.ts';

export interface UnknownKeyThrottleOptions {
  counters: SharedCounters;
  /** 0 means no limit. */
  maxPerMinute: number;
  /** A name of the network of an address. It does not contain the address. */
  networkNameOf: (address: string) => Promise<string>;
}

/**
 * Counts unknown API keys by the network of the request. Above the limit, no further key from the network is looked up.
 * Cached keys still work.
 */
export function createUnknownKeyThrottle({
  counters,
  maxPerMinute,
  networkNameOf,
}: UnknownKeyThrottleOptions) {
  const throttle = createFailureThrottle(counters, 'unknown keys', maxPerMinute);
  return {
    /** @throws ActionError too_many_requests */
    assertBelowLimit: async (address: string): Promise<void> => {
      if (maxPerMinute === 0) return;
      const retryAfterSeconds = throttle.secondsToWait(await networkNameOf(address));
      if (retryAfterSeconds === 0) return;
      const message = `Too many unknown keys came from your network: ${maxPerMinute} a minute are allowed. Try again in ${retryAfterSeconds} s.`;
      throw new ActionError('too_many_requests', message, { retryAfterSeconds });
    },
    recordUnknownKey: async (address: string): Promise<void> => {
      if (maxPerMinute > 0) throttle.recordFailure(await networkNameOf(address));
    },
  };
}
