import { ActionError } from '../platform/errors/action-error.ts';
import { createFailureThrottle } from './failure-throttling.ts';
import type { SharedCounters } from './shared-counters.ts';

export interface UnknownKeyThrottleOptions {
  counters: SharedCounters;
  /** 0: no limit. */
  maxPerMinute: number;
  /** A hash of the network. */
  networkNameOf: (address: string) => Promise<string>;
}

/** Valid keys of the network still work. */
export function createUnknownKeyThrottle({
  counters,
  maxPerMinute,
  networkNameOf,
}: UnknownKeyThrottleOptions) {
  const throttle = createFailureThrottle(counters, 'unknown keys', maxPerMinute);
  return {
    isExceeded: async (address: string): Promise<boolean> =>
      maxPerMinute > 0 && throttle.secondsToWait(await networkNameOf(address)) > 0,
    /** @throws ActionError too_many_requests */
    countUnknownKey: async (address: string): Promise<void> => {
      if (maxPerMinute === 0) return;
      const network = await networkNameOf(address);
      const retryAfterSeconds = throttle.secondsToWait(network);
      if (retryAfterSeconds === 0) return throttle.recordFailure(network);
      const message = `Too many unknown keys came from your network: ${maxPerMinute} a minute are allowed. Try again in ${retryAfterSeconds} s.`;
      throw new ActionError('too_many_requests', message, { retryAfterSeconds });
    },
  };
}
