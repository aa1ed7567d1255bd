import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { ActionError } from '../kernel/errors.ts';
import { allowsAny, missingScope, rightsOf } from '../kernel/rights.ts';
import type { Authenticated } from './authentication.ts';
import { authenticateAgain, invalidKey } from './authentication.ts';

/** A revoked key ends what it keeps open this long after, at most. */
const intervalMillis = 2_000;

/** Who keeps something open by a key. */
export interface Watched {
  /** What the key stands for by now. */
  latest(): Authenticated;
  stop(): void;
}

/** Looks again and again whether keys still work, for what stays open longer than a request. */
export interface KeyWatch {
  watch(key: Authenticated, onRefused: (error: ActionError) => void): Watched;
}

interface Watcher {
  key: Authenticated;
  onRefused: (error: ActionError) => void;
}

/** One statement every few seconds for all keys together, none while nothing is open. */
export function createKeyWatch(
  db: PrismaClient,
  log: (message: string, error: unknown) => void,
): KeyWatch {
  const watchers = new Set<Watcher>();
  let scheduled = false;

  async function look(): Promise<void> {
    // Whoever comes while the database answers was not asked about.
    const asked = [...watchers];
    const keys = new Map(asked.map(({ key }) => [key.keyId, key]));
    const current = await authenticateAgain(db, [...keys.values()], new Date());
    for (const watcher of asked.filter((one) => watchers.has(one))) {
      const key = current.get(watcher.key.keyId);
      const refusal = refusalOf(key);
      if (refusal) watcher.onRefused(refusal);
      else if (key) watcher.key = key;
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setTimeout(async () => {
      // A database that is away says nothing about keys.
      await look().catch((error) => log('The keys of open streams could not be looked at.', error));
      scheduled = false;
      if (watchers.size > 0) schedule();
    }, intervalMillis).unref();
  }

  return {
    watch: (key, onRefused) => {
      const watcher = { key, onRefused };
      watchers.add(watcher);
      schedule();
      return { latest: () => watcher.key, stop: () => watchers.delete(watcher) };
    },
  };
}

function refusalOf(key: Authenticated | undefined): ActionError | undefined {
  if (key === undefined) return invalidKey();
  return allowsAny(rightsOf(key.scopes), 'read') ? undefined : missingScope(['read']);
}
