import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { ActionError } from '../kernel/errors.ts';
import { allowsAny, missingScope, rightsOf } from '../kernel/rights.ts';
import type { Authenticated } from '../workspaces/authentication.ts';
import { authenticateAgain, invalidKey } from '../workspaces/authentication.ts';
import { notSignedIn } from './proofs.ts';
import type { Caller, SignedInContact, SignedInUser } from './signed-in.ts';
import { contactsAgain, usersAgain } from './signed-in.ts';

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

const isUser = (caller: Caller): caller is SignedInUser => caller.person !== undefined;
const isContact = (caller: Caller): caller is SignedInContact => caller.contact !== undefined;
const isKey = (caller: Caller): caller is Authenticated => caller.keyId !== null;

/** One statement every few seconds for all keys together, one for all users and one for all contacts; none while nothing is open. */
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
  const users = callers.filter(isUser);
  const contacts = callers.filter(isContact);
  const current = keys.size > 0 ? await authenticateAgain(db, [...keys.values()], now) : new Map();
  const user = users.length > 0 ? await usersAgain(db, users, now) : () => undefined;
  const contact = contacts.length > 0 ? await contactsAgain(db, contacts, now) : () => undefined;
  return (caller) => {
    if (isUser(caller)) return user(caller);
    return isContact(caller) ? contact(caller) : current.get(caller.keyId);
  };
}

function refusalOf(before: Caller, caller: Caller | undefined): ActionError | undefined {
  if (caller === undefined) return isKey(before) ? invalidKey() : notSignedIn();
  return allowsAny(rightsOf(caller.scopes), 'read') ? undefined : missingScope(['read']);
}
