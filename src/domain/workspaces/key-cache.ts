import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { KeyCreator } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { Scope } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { ListenerHeartbeat } from './listener-heartbeat.ts';

/** The payload is a workspace id, or * for all. */
export const credentialsChannel = 'actiongraph_keys';

const usualBeatMillis = 1_000;

/** Heartbeats stop after this number without a request. */
const idleBeats = 60;

/** After this number of lost heartbeats the connection is tested. */
const silentBeats = 5;

const mostRemembered = 10_000;

/** With its workspace. */
export interface KeyRow extends WorkspaceSettings {
  accountId: number;
  id: string;
  keyName: string;
  hash: string;
  scopes: readonly Scope[];
  /** The user who created it. */
  maker: (KeyCreator & { active: boolean }) | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Caches keys while the process receives every change of them. */
export interface KeyCache {
  /** Undefined: the database has to be asked. */
  recall(accountId: number, prefix: string): KeyRow | undefined;
  /** Call before the query. The returned function caches its result, unless a key changed in the meantime. */
  asking(): (prefix: string, row: KeyRow) => void;
  forget(accountId: number): void;
  /** Stops listening and caches nothing more. Safe to call twice. */
  close(): Promise<void>;
}

type Log = (message: string, error?: unknown) => void;

interface Options {
  db: PrismaClient;
  connect: (handlers: {
    onNotification: (channel: string, payload: string) => void;
    onLost: () => void;
    onRestored: () => void;
    log: Log;
  }) => NotificationConnection;
  log: Log;
  beatMillis?: number;
  /** Heartbeats that may be lost before the cache is ignored. */
  mayBeMissed?: number;
}

const caches = new WeakMap<PrismaClient, Set<KeyCache>>();

/** Clears the workspace's keys in this process after COMMIT. Other processes are notified. */
export function forgetKeysAfterwards({ accountId, log }: WriteContext): void {
  log.afterwards.push((root) => {
    for (const cache of caches.get(root) ?? []) cache.forget(accountId);
  });
}

/** By workspace and prefix, oldest first. */
class KeyRows {
  readonly #rows = new Map<string, KeyRow>();
  /** Raised by each removal. */
  edition = 0;

  get(accountId: number, prefix: string): KeyRow | undefined {
    return this.#rows.get(`${accountId} ${prefix}`);
  }

  add(prefix: string, row: KeyRow): void {
    const [oldest] = this.#rows.keys();
    if (this.#rows.size >= mostRemembered && oldest !== undefined) this.#rows.delete(oldest);
    this.#rows.set(`${row.accountId} ${prefix}`, row);
  }

  /** A workspace id, or * for all. */
  forget(account: string): void {
    this.edition += 1;
    if (account === '*') this.#rows.clear();
    for (const name of this.#rows.keys()) {
      if (name.startsWith(`${account} `)) this.#rows.delete(name);
    }
  }
}

/**
 * Caches keys while its heartbeats return. They are sent on pool connections, so a pooler that delivers notifications
 * to another client is detected.
 * A possibly missed change clears the cache. Without requests there is no heartbeat.
 */
export function createKeyCache(options: Options): KeyCache {
  const { db, log, beatMillis = usualBeatMillis } = options;
  const rows = new KeyRows();
  const heartbeat = new ListenerHeartbeat(beatMillis, options.mayBeMissed);
  const listening = listenToChanges(options, heartbeat, (account) => rows.forget(account));
  // Outside of the async context of the first request, which has its own deadline.
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

/** The listening connection and the heartbeats. */
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
