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
  isUnchecked(): boolean;
  /** Resolves after the check, or when the stream ends. */
  checked(): Promise<void>;
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
  lastNotification: number;
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
  let isScheduled = false;
  let notificationCount = 0;
  let isDisconnected = false;
  let runningCheck: Promise<void> | undefined;

  async function checkCallers(): Promise<void> {
    // The check does not cover callers and notifications that arrive during the query.
    const checkedWatchers = [...watchers];
    const countAtStart = notificationCount;
    const callers = checkedWatchers.map(({ caller }) => caller);
    const latestOfCaller = await latestOf(db, callers);
    for (const watcher of checkedWatchers.filter((one) => watchers.has(one))) {
      const caller = latestOfCaller(watcher.caller);
      const error = refusalOf(watcher.caller, caller);
      if (error) {
        watcher.isRefused = true;
        watcher.onRefused(error);
      } else if (caller) watcher.caller = caller;
      if (error || watcher.lastNotification <= countAtStart) release(watcher);
    }
  }

  function release(watcher: Watcher): void {
    watcher.lastNotification = 0;
    for (const resolve of watcher.waiting.splice(0)) resolve();
  }

  /**
   * Checks again if a notification arrived in the meantime. If the database is unavailable, the next interval checks.
   */
  async function checkWhile(isNeeded: () => boolean): Promise<void> {
    while (isNeeded()) {
      const countAtStart = notificationCount;
      try {
        await checkCallers();
      } catch (error) {
        log('The callers of open streams could not be checked.', error);
        return;
      }
      if (countAtStart === notificationCount) return;
    }
  }

  const hasUncheckedWatcher = () =>
    [...watchers].some(
      ({ lastNotification }) => lastNotification > 0 && lastNotification <= notificationCount,
    );

  function checkSoon(): void {
    runningCheck ??= checkWhile(hasUncheckedWatcher).finally(() => {
      runningCheck = undefined;
    });
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(async () => {
      await runningCheck;
      await checkWhile(() => true);
      isScheduled = false;
      if (watchers.size > 0) schedule();
    }, intervalMillis).unref();
  }

  return {
    watch: (caller, onRefused) => {
      // A change between authentication and this call was not notified to the watcher.
      notificationCount += 1;
      const watcher: Watcher = {
        ...{ caller, onRefused, isRefused: false, waiting: [] },
        lastNotification: isDisconnected ? Number.POSITIVE_INFINITY : notificationCount,
      };
      watchers.add(watcher);
      checkSoon();
      schedule();
      return {
        latest: () => watcher.caller,
        isUnchecked: () => watcher.lastNotification > 0,
        checked: () =>
          watcher.lastNotification === 0
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
      if (accountId === undefined) isDisconnected = false;
      notificationCount += 1;
      for (const watcher of watchers) {
        if (accountId === undefined || watcher.caller.accountId === accountId)
          watcher.lastNotification = notificationCount;
      }
      checkSoon();
    },
    lost: () => {
      isDisconnected = true;
      for (const watcher of watchers) watcher.lastNotification = Number.POSITIVE_INFINITY;
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
