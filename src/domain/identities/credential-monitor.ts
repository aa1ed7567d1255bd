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
const checkIntervalMs = 2_000;

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
  /** Called after the next check. */
  onChecked: (() => void)[];
}

const isUser = (caller: Caller): caller is SignedInUser => caller.person !== undefined;
const isContact = (caller: Caller): caller is SignedInContact => caller.contact !== undefined;
const isKey = (caller: Caller): caller is AuthenticatedKey => caller.keyId !== null;

/** One statement per interval and type of caller. None without streams. */
export const createCredentialMonitor = (
  db: PrismaClient,
  log: (message: string, error: unknown) => void,
): CredentialMonitor => new StreamCallerMonitor(db, log);

class StreamCallerMonitor implements CredentialMonitor {
  readonly #db: PrismaClient;
  readonly #log: (message: string, error: unknown) => void;
  readonly #watchers = new Set<Watcher>();
  #isScheduled = false;
  #notificationCount = 0;
  #isDisconnected = false;
  #runningCheck: Promise<void> | undefined;

  constructor(db: PrismaClient, log: (message: string, error: unknown) => void) {
    this.#db = db;
    this.#log = log;
  }

  watch(caller: Caller, onRefused: (error: ActionError) => void): WatchedCaller {
    // A change between authentication and this call was not notified to the watcher.
    this.#notificationCount += 1;
    const watcher: Watcher = {
      ...{ caller, onRefused, isRefused: false, onChecked: [] },
      lastNotification: this.#isDisconnected ? Number.POSITIVE_INFINITY : this.#notificationCount,
    };
    this.#watchers.add(watcher);
    this.#checkSoon();
    this.#schedule();
    return {
      latest: () => watcher.caller,
      isUnchecked: () => watcher.lastNotification > 0,
      checked: () =>
        watcher.lastNotification === 0
          ? Promise.resolve()
          : new Promise((resolve) => watcher.onChecked.push(resolve)),
      isRefused: () => watcher.isRefused,
      stop: () => {
        this.#watchers.delete(watcher);
        release(watcher);
      },
    };
  }

  changed(accountId?: number): void {
    if (accountId === undefined) this.#isDisconnected = false;
    this.#notificationCount += 1;
    for (const watcher of this.#watchers) {
      if (accountId === undefined || watcher.caller.accountId === accountId)
        watcher.lastNotification = this.#notificationCount;
    }
    this.#checkSoon();
  }

  connectionLost(): void {
    this.#isDisconnected = true;
    for (const watcher of this.#watchers) watcher.lastNotification = Number.POSITIVE_INFINITY;
  }

  stopped(): void {
    for (const watcher of this.#watchers) {
      watcher.isRefused = true;
      release(watcher);
    }
  }

  async #checkCallers(): Promise<void> {
    // The check does not cover callers and notifications that arrive during the query.
    const checkedWatchers = [...this.#watchers];
    const countAtStart = this.#notificationCount;
    const callers = checkedWatchers.map(({ caller }) => caller);
    const latestOfCaller = await latestOf(this.#db, callers);
    for (const watcher of checkedWatchers.filter((checked) => this.#watchers.has(checked))) {
      const caller = latestOfCaller(watcher.caller);
      const error = authorizationErrorOf(watcher.caller, caller);
      if (error) {
        watcher.isRefused = true;
        watcher.onRefused(error);
      } else if (caller) watcher.caller = caller;
      if (error || watcher.lastNotification <= countAtStart) release(watcher);
    }
  }

  /** Checks again if a notification arrived in the meantime. If the database is unavailable, the next interval checks. */
  async #checkWhile(isNeeded: () => boolean): Promise<void> {
    while (isNeeded()) {
      const countAtStart = this.#notificationCount;
      try {
        await this.#checkCallers();
      } catch (error) {
        this.#log('The callers of open streams could not be checked.', error);
        return;
      }
      if (countAtStart === this.#notificationCount) return;
    }
  }

  #hasUncheckedWatcher(): boolean {
    return [...this.#watchers].some(
      ({ lastNotification }) => lastNotification > 0 && lastNotification <= this.#notificationCount,
    );
  }

  #checkSoon(): void {
    this.#runningCheck ??= this.#checkWhile(() => this.#hasUncheckedWatcher()).finally(() => {
      this.#runningCheck = undefined;
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(async () => {
      await this.#runningCheck;
      await this.#checkWhile(() => true);
      this.#isScheduled = false;
      if (this.#watchers.size > 0) this.#schedule();
    }, checkIntervalMs).unref();
  }
}

function release(watcher: Watcher): void {
  watcher.lastNotification = 0;
  for (const resolve of watcher.onChecked.splice(0)) resolve();
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

function authorizationErrorOf(before: Caller, caller: Caller | undefined): ActionError | undefined {
  if (caller === undefined) return isKey(before) ? invalidApiKeyError() : notSignedInError();
  return hasAnyPermission(grantedPermissions(caller.scopes), 'read')
    ? undefined
    : missingScopeError(['read']);
}
