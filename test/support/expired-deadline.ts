import type pg from 'pg';
import { vi } from 'vitest';
import { countWaiting } from './citus.ts';

/** Runs work on a stopped clock, so that no deadline passes on a busy machine. */
export async function withoutTime<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Runs an operation whose time limit passes when one of its statements waits for a lock, and not before. */
export async function expireAtLock<T>(
  owner: pg.Pool,
  limitMs: number,
  operation: () => Promise<T>,
): Promise<T> {
  // Not a connection for each look: the timers of a pool must all be of one clock.
  const observer = await owner.connect();
  try {
    return await withoutTime(async () => {
      let isSettled = false;
      const result = operation().finally(() => {
        isSettled = true;
      });
      // Not expect.poll, which would advance the clock.
      while (!isSettled && (await countWaiting(observer)) === 0);
      vi.advanceTimersByTime(limitMs);
      return await result;
    });
  } finally {
    observer.release();
  }
}
