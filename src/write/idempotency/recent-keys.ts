import type { PrismaClient } from '../../generated/prisma/client.ts';

/**
 * The idempotency keys that this process has received recently. For such a key, the process looks for a stored response first. For a new
 * key it starts the work at once, with a guard statement that fails if another process has used the key.
 */

/** The number of keys per database. The oldest key is removed for a new one. */
const mostSeen = 10_000;

/** Recent keys by database, and whether the work of each is running. */
const seenIn = new WeakMap<PrismaClient, Map<string, { isRunning: boolean }>>();

/** The state of a recent key, or undefined. */
export function findRecentKey(
  root: PrismaClient,
  name: string,
): { isRunning: boolean } | undefined {
  return seenIn.get(root)?.get(name);
}

/** Runs work under a key. No other work of this process runs under it. */
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
