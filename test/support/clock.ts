import { onTestFinished, vi } from 'vitest';

/** Holds the clock until the test is over, so that no minute ends while something is counted in it. */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
