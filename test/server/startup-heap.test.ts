import { afterEach, expect, test, vi } from 'vitest';
import { releaseStartupHeap } from '../../src/server/startup-heap.ts';

afterEach(() => void vi.useRealTimers());

const unreferenced = () => new WeakRef({ at: Date.now() });

/** Node 20 takes no options of a collection. */
const isSupported = Number.parseInt(process.versions.node, 10) >= 22;

test.skipIf(!isSupported)('memory of the start is freed some seconds after it', async () => {
  const made = unreferenced();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  releaseStartupHeap();
  // A reference that was made in this turn keeps its object until the next.
  await new Promise(setImmediate);
  vi.advanceTimersByTime(10_000);
  expect(made.deref() === undefined).toBe(true);
  expect(globalThis.gc).toBeUndefined();
});
