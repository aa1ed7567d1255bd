import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { ActionError } from '../kernel/errors.ts';
import { allowsAny, missingScope, rightsOf } from '../kernel/rights.ts';
import type { Authenticated } from '../workspaces/authentication.ts';
import { authenticateAgain, invalidKey } from '../workspaces/authentication.ts';
import type { Caller, SignedIn } from './signed-in.ts';
import { notSignedIn, signedInAgain } from './signed-in.ts';

/** A revoked key, or a sign-out, ends what is kept open by it this long after, at most. */
const intervalMillis = 2_000;

/** Who keeps something open. */
export interface Watched {
  /** What the caller stands for by now. */
  latest(): Caller;
  stop(): void;
}

/** Looks again and again whether callers are still let in, for what stays open longer than a request. */
export interface CallerWatch {
  watch(caller: Caller, onRefused: (error: ActionError) => void): Watched;
}

interface Watcher {
  caller: Caller;
  onRefused: (error: ActionError) => void;
}

const isPerson = (caller: Caller): caller is SignedIn => caller.person !== undefined;
const isKey = (caller: Caller): caller is Authenticated => caller.keyId !== null;

/** One statement every few seconds for all keys together and one for all persons, none while nothing is open. */
export function createCallerWatch(
  db: PrismaClient,
  log: (message: string, error: unknown) => void,
): CallerWatch {
  const watchers = new Set<Watcher>();
  let scheduled = false;

  async function look(): Promise<void> {
    // Whoever comes while the database answers was not asked about.
    const asked = [...watchers];
    const callers = asked.map(({ caller }) => caller);
    const latest = await latestOf(db, callers);
    for (const watcher of asked.filter((one) => watchers.has(one))) {
      const caller = latest(watcher.caller);
      const refusal = refusalOf(watcher.caller, caller);
      if (refusal) watcher.onRefused(refusal);
      else if (caller) watcher.caller = caller;
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setTimeout(async () => {
      // A database that is away says nothing about callers.
      await look().catch((error) =>
        log('The callers of open streams could not be looked at.', error),
      );
      scheduled = false;
      if (watchers.size > 0) schedule();
    }, intervalMillis).unref();
  }

  return {
    watch: (caller, onRefused) => {
      const watcher = { caller, onRefused };
      watchers.add(watcher);
      schedule();
      return { latest: () => watcher.caller, stop: () => watchers.delete(watcher) };
    },
  };
}

async function latestOf(
  db: PrismaClient,
  callers: readonly Caller[],
): Promise<(caller: Caller) => Caller | undefined> {
  const now = new Date();
  const keys = new Map(callers.filter(isKey).map((key) => [key.keyId, key]));
  const persons = callers.filter(isPerson);
  const current = keys.size > 0 ? await authenticateAgain(db, [...keys.values()], now) : new Map();
  const person = persons.length > 0 ? await signedInAgain(db, persons, now) : () => undefined;
  return (caller) => (isPerson(caller) ? person(caller) : current.get(caller.keyId));
}

function refusalOf(before: Caller, caller: Caller | undefined): ActionError | undefined {
  if (caller === undefined) return isPerson(before) ? notSignedIn() : invalidKey();
  return allowsAny(rightsOf(caller.scopes), 'read') ? undefined : missingScope(['read']);
}
