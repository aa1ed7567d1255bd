import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { KeyCreator } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { Scope } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { ListenerHeartbeat } from './listener-heartbeat.ts';

/** Where the triggers of keys, workspaces and users tell the number of a workspace, or * for all of them. */
export const credentialsChannel = 'actiongraph_keys';

const usualBeatMillis = 1_000;

/** After so many beats without a request there are no more, until the next request. */
const idleBeats = 60;

/** After so many beats that were not heard the connection is tried: one that is dead is made anew. */
const silentBeats = 5;

const mostRemembered = 10_000;

/** A key with what it carries of its workspace, as the database answers it. */
export interface KeyRow extends WorkspaceSettings {
  accountId: number;
  id: string;
  keyName: string;
  hash: string;
  scopes: readonly Scope[];
  /** The user who made it, if any. */
  maker: (KeyCreator & { active: boolean }) | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** What the database answered about keys, as long as the process hears of every change of it. */
export interface KeyCache {
  /** What is remembered of a key; undefined where it has to be asked for. */
  recall(accountId: number, prefix: string): KeyRow | undefined;
  /** Called before a key is asked for; what it answers remembers the key, unless something changed meanwhile. */
  asking(): (prefix: string, row: KeyRow) => void;
  /** Forgets the keys of a workspace. */
  forget(accountId: number): void;
  /** Stops listening; from then on nothing is remembered. Safe to call twice. */
  close(): Promise<void>;
}

type Log = (message: string, error?: unknown) => void;

interface Options {
  db: PrismaClient;
  /** Opens the connection on which changes are told. */
  connect: (handlers: {
    onNotification: (channel: string, payload: string) => void;
    onLost: () => void;
    onRestored: () => void;
    log: Log;
  }) => NotificationConnection;
  log: Log;
  beatMillis?: number;
  /** Beats that may be missed before the process counts as one that does not hear. */
  mayBeMissed?: number;
}

const caches = new WeakMap<PrismaClient, Set<KeyCache>>();

/** Forgets the keys of the workspace in this process when the transaction is over. The other processes are notified. */
export function forgetKeysAfterwards({ accountId, log }: WriteContext): void {
  log.afterwards.push((root) => {
    for (const cache of caches.get(root) ?? []) cache.forget(accountId);
  });
}

/** Keys by workspace and prefix, the longest remembered first. */
class KeyRows {
  readonly #rows = new Map<string, KeyRow>();
  /** Raised whenever something is forgotten. */
  edition = 0;

  get(accountId: number, prefix: string): KeyRow | undefined {
    return this.#rows.get(`${accountId} ${prefix}`);
  }

  add(prefix: string, row: KeyRow): void {
    const [oldest] = this.#rows.keys();
    if (this.#rows.size >= mostRemembered && oldest !== undefined) this.#rows.delete(oldest);
    this.#rows.set(`${row.accountId} ${prefix}`, row);
  }

  /** Forgets the keys of a workspace, given by its number, or with * all. */
  forget(account: string): void {
    this.edition += 1;
    if (account === '*') this.#rows.clear();
    for (const name of this.#rows.keys()) {
      if (name.startsWith(`${account} `)) this.#rows.delete(name);
    }
  }
}

/**
 * Remembers keys while it hears its own beats, which are sent on connections of the pool: a pooler that hands notifications to
 * somebody else is noticed like a connection that is dead. What is remembered is forgotten at every sign that a change may
 * have been missed. No connection is made before the first request, and nothing is sent while no requests come.
 */
export function createKeyCache(options: Options): KeyCache {
  const { db, log, beatMillis = usualBeatMillis } = options;
  const rows = new KeyRows();
  const heartbeat = new ListenerHeartbeat(beatMillis, options.mayBeMissed);
  const listening = listenToChanges(options, heartbeat, (account) => rows.forget(account));
  // Not in the context of the request that happens to be the first, which has a place and a deadline of its own.
  const apart = AsyncLocalStorage.snapshot();
  let beating: NodeJS.Timeout | undefined;
  let usedAt = 0;
  let isClosed = false;

  function keepBeating(): void {
    usedAt = performance.now();
    if (beating || isClosed) return;
    apart(() => {
      beating = setInterval(() => {
        if (performance.now() - usedAt <= idleBeats * beatMillis) return void listening.beat();
        clearInterval(beating);
        beating = undefined;
      }, beatMillis).unref();
      void listening.beat();
    });
  }

  const memory: KeyCache = {
    recall: (accountId, prefix) => {
      keepBeating();
      return heartbeat.isHeard ? rows.get(accountId, prefix) : undefined;
    },
    asking: () => {
      const { edition } = rows;
      const { isHeard } = heartbeat;
      return (prefix, row) => {
        if (isHeard && heartbeat.isHeard && rows.edition === edition) rows.add(prefix, row);
      };
    },
    forget: (accountId) => rows.forget(String(accountId)),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(beating);
      caches.get(db)?.delete(memory);
      await listening
        .close()
        .catch((error) => log('The connection that hears of keys was not closed.', error));
    },
  };
  caches.set(db, (caches.get(db) ?? new Set()).add(memory));
  return memory;
}

/** The listening connection, what comes on it, and the beats that are to come. */
function listenToChanges(
  { db, connect, log }: Options,
  heartbeat: ListenerHeartbeat,
  forget: (account: string) => void,
) {
  const beatChannel = `actiongraph_beat_${randomUUID()}`;
  let connection: NotificationConnection | undefined;
  let isListening = false;
  let isBusy = false;
  let isTold = false;
  let unheard = 0;

  const handlers = {
    onNotification: (channel: string, payload: string) => {
      if (channel === credentialsChannel) return forget(payload);
      unheard = 0;
      isTold = false;
      if (!heartbeat.note(payload)) forget('*');
    },
    onLost: () => {
      heartbeat.stop();
      forget('*');
    },
    onRestored: () => undefined,
    log,
  };

  function tell(error?: unknown): void {
    if (isTold || connection === undefined) return;
    isTold = true;
    log('Changes of keys are not heard, so every request asks for its key.', error);
  }

  async function send(): Promise<void> {
    connection ??= connect(handlers);
    if (!isListening || unheard >= silentBeats) {
      await connection.listen(credentialsChannel);
      await connection.listen(beatChannel);
      isListening = true;
    }
    unheard += 1;
    if (unheard > silentBeats) tell();
    await db.$executeRaw`SELECT pg_notify(${beatChannel}, ${heartbeat.next()})`;
  }

  return {
    beat: async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      try {
        await send();
      } catch (error) {
        tell(error);
      } finally {
        isBusy = false;
      }
    },
    close: async (): Promise<void> => {
      heartbeat.stop();
      forget('*');
      const closing = connection;
      connection = undefined;
      await closing?.close();
    },
  };
}
