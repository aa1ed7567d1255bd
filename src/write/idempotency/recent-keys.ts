import type { PrismaClient } from '../../generated/prisma/client.ts';

/**
 * The idempotency keys that this process has met lately. A retry comes to the process that knows its key more often than not, which looks for
 * the answer first then. A key that is met for the first time is not looked for: its work begins with a guard, which the
 * database refuses where another process knew the key.
 */

/** Keys that are remembered for a database; the one that was met first is forgotten for one more. */
const mostSeen = 10_000;

/** What is known of keys: of those under which work is under way, that it is. */
const seenIn = new WeakMap<PrismaClient, Map<string, { isRunning: boolean }>>();

/** What a process knows of a key of a database; undefined where it has not met it lately. */
export function findRecentKey(
  root: PrismaClient,
  name: string,
): { isRunning: boolean } | undefined {
  return seenIn.get(root)?.get(name);
}

/** Does work under a key that nobody in this process is at work under. */
export async function runWithKey<T>(
  root: PrismaClient,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const seen = seenIn.get(root) ?? new Map<string, { isRunning: boolean }>();
  seenIn.set(root, seen);
  const [oldest] = seen.keys();
  if (seen.size >= mostSeen && oldest !== undefined) seen.delete(oldest);
  const own = { isRunning: true };
  seen.set(name, own);
  try {
    return await work();
  } finally {
    own.isRunning = false;
  }
}
