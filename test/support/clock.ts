import { onTestFinished, vi } from 'vitest';

/**
 * Stops Date until the test is over, so that no window of a rate limit ends while the test counts in it. Without fake timers:
 * `vi.waitFor` and `expect.poll` advance those each time they look.
 */
export function holdClock(): void {
  vi.setSystemTime(new Date());
  onTestFinished(() => void vi.useRealTimers());
}
