import type { PrismaClient } from '../../generated/prisma/client.ts';

/**
 * The keys that this process has received recently. For such a key, it looks for a stored response first. For a new key, it sends a guard
 * statement first.
 */

const maxRecentKeys = 10_000;

const recentKeysByDatabase = new WeakMap<PrismaClient, Map<string, { isRunning: boolean }>>();

export function findRecentKey(
  root: PrismaClient,
  name: string,
): { isRunning: boolean } | undefined {
  return recentKeysByDatabase.get(root)?.get(name);
}

export async function runWithKey<T>(
  root: PrismaClient,
  name: string,
  callback: () => Promise<T>,
): Promise<T> {
  const recentKeys = recentKeysByDatabase.get(root) ?? new Map<string, { isRunning: boolean }>();
  recentKeysByDatabase.set(root, recentKeys);
  const [oldest] = recentKeys.keys();
  if (recentKeys.size >= maxRecentKeys && oldest !== undefined) recentKeys.delete(oldest);
  const recentKey = { isRunning: true };
  recentKeys.set(name, recentKey);
  try {
    return await callback();
  } finally {
    recentKey.isRunning = false;
  }
}
