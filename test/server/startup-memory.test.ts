import { afterEach, expect, test, vi } from 'vitest';
import { releaseStartupMemory } from '../../src/server/startup-memory.ts';

afterEach(() => void vi.useRealTimers());

test('memory that nothing refers to is freed some seconds after the start, and no function of V8 is left', async () => {
  const made = new WeakRef({ bytes: new Array(1_000).fill(0) });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  releaseStartupMemory();
  // A reference that was made in this turn keeps its object until the next.
  await new Promise(setImmediate);
  vi.advanceTimersByTime(10_000);
  expect(made.deref()).toBeUndefined();
  expect(globalThis.gc).toBeUndefined();
});
