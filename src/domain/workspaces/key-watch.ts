import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { ActingPerson } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import { allowsAny, missingScope, rightsOf } from '../kernel/rights.ts';
import type { Authenticated } from './authentication.ts';
import { authenticateAgain, invalidKey } from './authentication.ts';

/** A revoked key, and a user who was deactivated, ends what it keeps open this long after, at most. */
const intervalMillis = 2_000;

/** Who keeps something open by a key, or as a user. */
export interface Watched<T> {
  /** What it stands for by now. */
  latest(): T;
  stop(): void;
}

/** A user who signed in. */
export interface WatchedUser {
  accountId: number;
  person: ActingPerson;
}

type OnRefused = (error: ActionError) => void;

/** Looks again and again whether keys still work, and users are what they were, for what stays open longer than a request. */
export interface KeyWatch {
  watch(key: Authenticated, onRefused: OnRefused): Watched<Authenticated>;
  watchUser(user: WatchedUser, onRefused: OnRefused): Watched<WatchedUser>;
}

type Log = (message: string, error: unknown) => void;

/** What became of some of them, in their order. */
type Look<T> = (asked: readonly T[]) => Promise<readonly (T | ActionError)[]>;

/** One statement every few seconds for all together, none while nothing is open. */
function createWatch<T>(look: Look<T>, log: Log) {
  const watchers = new Set<{ one: T; onRefused: OnRefused }>();
  let scheduled = false;

  async function lookAtAll(): Promise<void> {
    // Whoever comes while the database answers was not asked about.
    const asked = [...watchers];
    const found = await look(asked.map(({ one }) => one));
    for (const [index, watcher] of asked.entries()) {
      if (!watchers.has(watcher)) continue;
      const one = found[index] as T | ActionError;
      if (one instanceof ActionError) watcher.onRefused(one);
      else watcher.one = one;
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setTimeout(async () => {
      // A database that is away says nothing about them.
      await lookAtAll().catch((error) =>
        log('The keys of open streams could not be looked at.', error),
      );
      scheduled = false;
      if (watchers.size > 0) schedule();
    }, intervalMillis).unref();
  }

  return (one: T, onRefused: OnRefused): Watched<T> => {
    const watcher = { one, onRefused };
    watchers.add(watcher);
    schedule();
    return { latest: () => watcher.one, stop: () => watchers.delete(watcher) };
  };
}

/** Watches keys, and users who signed in: one statement every few seconds for all of each. */
export function createKeyWatch(db: PrismaClient, log: Log): KeyWatch {
  const keysNow: Look<Authenticated> = async (asked) => {
    const keys = new Map(asked.map((key) => [key.keyId, key]));
    const current = await authenticateAgain(db, [...keys.values()], new Date());
    return asked.map((before) => {
      const key = current.get(before.keyId);
      return refusalOf(key) ?? (key as Authenticated);
    });
  };
  return {
    watch: createWatch(keysNow, log),
    watchUser: createWatch((asked) => usersNow(db, asked), log),
  };
}

async function usersNow(
  db: PrismaClient,
  asked: readonly WatchedUser[],
): Promise<(WatchedUser | ActionError)[]> {
  const rows = await db.user.findMany({
    where: {
      OR: asked.map(({ accountId, person }) => ({ accountId, id: person.userId })),
      active: true,
    },
    select: { id: true, role: true },
  });
  return asked.map((user) => {
    const row = rows.find(({ id }) => id === user.person.userId);
    if (row) return { ...user, person: { ...user.person, role: row.role } };
    return new ActionError('invalid_api_key', 'The user is no longer active in the workspace.');
  });
}

function refusalOf(key: Authenticated | undefined): ActionError | undefined {
  if (key === undefined) return invalidKey();
  return allowsAny(rightsOf(key.scopes), 'read') ? undefined : missingScope(['read']);
}
