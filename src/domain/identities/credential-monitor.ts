import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import type { CredentialListener } from '../../platform/events/credential-events.ts';
import {
  grantedPermissions,
  hasAnyPermission,
  missingScopeError,
} from '../../platform/permissions/permissions.ts';
import type { AuthenticatedKey } from '../workspaces/authentication.ts';
import { invalidApiKeyError, reauthenticateKeys } from '../workspaces/authentication.ts';
import type { Caller, SignedInContact, SignedInUser } from './caller.ts';
import { notSignedInError } from './session-proofs.ts';
import { reauthenticateContacts, reauthenticateUsers } from './signed-in-callers.ts';

/** A sign-out closes streams after this time at most. Changes of keys and users close them at once. */
const intervalMillis = 2_000;

export interface WatchedCaller {
  /** The caller with its current permissions. */
  latest(): Caller;
  /** Whether a notified change has not been checked yet. */
  isDoubted(): boolean;
  /** Resolves after the check, or when the stream ends. */
  settled(): Promise<void>;
  isRefused(): boolean;
  stop(): void;
}

/** Checks repeatedly whether the callers of open streams are still authorized. */
export interface CredentialMonitor extends CredentialListener {
  watch(caller: Caller, onRefused: (error: ActionError) => void): WatchedCaller;
}

interface Watcher {
  caller: Caller;
  onRefused: (error: ActionError) => void;
  /** The number of the latest unchecked notification. 0: none. Infinity: notifications are unavailable. */
  doubt: number;
  isRefused: boolean;
  /** Waiting for a check. */
  waiting: (() => void)[];
}

const isUser = (caller: Caller): caller is SignedInUser => caller.person !== undefined;
const isContact = (caller: Caller): caller is SignedInContact => caller.contact !== undefined;
const isKey = (caller: Caller): caller is AuthenticatedKey => caller.keyId !== null;

/** One statement per interval and type of caller. None without streams. */
export function createCredentialMonitor(
  db: PrismaClient,
  log: (message: string, error: unknown) => void,
): CredentialMonitor {
  const watchers = new Set<Watcher>();
  let scheduled = false;
  let doubts = 0;
  let isDeaf = false;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    // The check does not cover callers and notifications that arrive during the query.
    const asked = [...watchers];
    const heard = doubts;
    const callers = asked.map(({ caller }) => caller);
    const latest = await latestOf(db, callers);
    for (const watcher of asked.filter((one) => watchers.has(one))) {
      const caller = latest(watcher.caller);
      const refusal = refusalOf(watcher.caller, caller);
      if (refusal) {
        watcher.isRefused = true;
        watcher.onRefused(refusal);
      } else if (caller) watcher.caller = caller;
      if (refusal || watcher.doubt <= heard) release(watcher);
    }
  }

  function release(watcher: Watcher): void {
    watcher.doubt = 0;
    for (const go of watcher.waiting.splice(0)) go();
  }

  /**
   * Checks again if a notification arrived in the meantime. If the database is unavailable, the next interval checks.
   */
  async function lookAt(isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      const heard = doubts;
      try {
        await look();
      } catch (error) {
        log('The callers of open streams could not be looked at.', error);
        return;
      }
      if (heard === doubts) return;
    }
  }

  const isAnyDoubted = () => [...watchers].some(({ doubt }) => doubt > 0 && doubt <= doubts);

  function lookSoon(): void {
    looking ??= lookAt(isAnyDoubted).finally(() => {
      looking = undefined;
    });
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setTimeout(async () => {
      await looking;
      await lookAt(() => true);
      scheduled = false;
      if (watchers.size > 0) schedule();
    }, intervalMillis).unref();
  }

  return {
    watch: (caller, onRefused) => {
      // A change between authentication and this call was not notified to the watcher.
      doubts += 1;
      const doubt = isDeaf ? Number.POSITIVE_INFINITY : doubts;
      const watcher: Watcher = { caller, onRefused, doubt, isRefused: false, waiting: [] };
      watchers.add(watcher);
      lookSoon();
      schedule();
      return {
        latest: () => watcher.caller,
        isDoubted: () => watcher.doubt > 0,
        settled: () =>
          watcher.doubt === 0
            ? Promise.resolve()
            : new Promise((resolve) => watcher.waiting.push(resolve)),
        isRefused: () => watcher.isRefused,
        stop: () => {
          watchers.delete(watcher);
          release(watcher);
        },
      };
    },
    changed: (accountId) => {
      if (accountId === undefined) isDeaf = false;
      doubts += 1;
      for (const watcher of watchers) {
        if (accountId === undefined || watcher.caller.accountId === accountId)
          watcher.doubt = doubts;
      }
      lookSoon();
    },
    lost: () => {
      isDeaf = true;
      for (const watcher of watchers) watcher.doubt = Number.POSITIVE_INFINITY;
    },
    over: () => {
      for (const watcher of watchers) {
        watcher.isRefused = true;
        release(watcher);
      }
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
  const current = keys.size > 0 ? await reauthenticateKeys(db, [...keys.values()], now) : new Map();
  const user = users.length > 0 ? await reauthenticateUsers(db, users, now) : () => undefined;
  const contact =
    contacts.length > 0 ? await reauthenticateContacts(db, contacts, now) : () => undefined;
  return (caller) => {
    if (isUser(caller)) return user(caller);
    return isContact(caller) ? contact(caller) : current.get(caller.keyId);
  };
}

function refusalOf(before: Caller, caller: Caller | undefined): ActionError | undefined {
  if (caller === undefined) return isKey(before) ? invalidApiKeyError() : notSignedInError();
  return hasAnyPermission(grantedPermissions(caller.scopes), 'read')
    ? undefined
    : missingScopeError(['read']);
}
