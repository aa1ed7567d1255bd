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

const defaultHeartbeatMillis = 1_000;

/** Heartbeats stop after this number without a request. */
const maxIdleHeartbeats = 60;

/** After this number of lost heartbeats the connection is tested. */
const heartbeatsUntilCheck = 5;

const maxCachedKeys = 10_000;

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
  find(accountId: number, prefix: string): KeyRow | undefined;
  /** Call before the query. The returned function caches its result, unless a key changed in the meantime. */
  prepareAdd(): (prefix: string, row: KeyRow) => void;
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
  heartbeatMillis?: number;
  /** Heartbeats that may be lost before the cache is ignored. */
  toleratedLosses?: number;
}

const caches = new WeakMap<PrismaClient, Set<KeyCache>>();

/** Clears the workspace's keys in this process after COMMIT. Other processes are notified. */
export function forgetKeysAfterwards({ accountId, changeCollector }: WriteContext): void {
  changeCollector.afterwards.push((root) => {
    for (const cache of caches.get(root) ?? []) cache.forget(accountId);
  });
}

/** By workspace and prefix, oldest first. */
class KeyRows {
  readonly #rows = new Map<string, KeyRow>();
  /** Raised by each removal. */
  generation = 0;

  get(accountId: number, prefix: string): KeyRow | undefined {
    return this.#rows.get(`${accountId} ${prefix}`);
  }

  add(prefix: string, row: KeyRow): void {
    const [oldest] = this.#rows.keys();
    if (this.#rows.size >= maxCachedKeys && oldest !== undefined) this.#rows.delete(oldest);
    this.#rows.set(`${row.accountId} ${prefix}`, row);
  }

  /** A workspace id, or * for all. */
  remove(account: string): void {
    this.generation += 1;
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
  const { db, log, heartbeatMillis = defaultHeartbeatMillis } = options;
  const rows = new KeyRows();
  const heartbeat = new ListenerHeartbeat(heartbeatMillis, options.toleratedLosses);
  const changes = listenToChanges(options, heartbeat, (account) => rows.remove(account));
  // Outside of the async context of the first request, which has its own deadline.
  const runOutsideRequest = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let lastUsedAt = 0;
  let isClosed = false;

  function startHeartbeat(): void {
    lastUsedAt = performance.now();
    if (timer || isClosed) return;
    runOutsideRequest(() => {
      timer = setInterval(() => {
        if (performance.now() - lastUsedAt <= maxIdleHeartbeats * heartbeatMillis)
          return void changes.beat();
        clearInterval(timer);
        timer = undefined;
      }, heartbeatMillis).unref();
      void changes.beat();
    });
  }

  const cache: KeyCache = {
    find: (accountId, prefix) => {
      startHeartbeat();
      return heartbeat.isAlive ? rows.get(accountId, prefix) : undefined;
    },
    prepareAdd: () => {
      const { generation } = rows;
      const { isAlive } = heartbeat;
      return (prefix, row) => {
        if (isAlive && heartbeat.isAlive && rows.generation === generation) rows.add(prefix, row);
      };
    },
    forget: (accountId) => rows.remove(String(accountId)),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      caches.get(db)?.delete(cache);
      await changes
        .close()
        .catch((error) => log('The connection that hears of keys was not closed.', error));
    },
  };
  caches.set(db, (caches.get(db) ?? new Set()).add(cache));
  return cache;
}

/** The listening connection and the heartbeats. */
function listenToChanges(
  { db, connect, log }: Options,
  heartbeat: ListenerHeartbeat,
  forget: (account: string) => void,
) {
  const heartbeatChannel = `actiongraph_beat_${randomUUID()}`;
  let connection: NotificationConnection | undefined;
  let isListening = false;
  let isBusy = false;
  let isReported = false;
  let sentWithoutReply = 0;

  const handlers = {
    onNotification: (channel: string, payload: string) => {
      if (channel === credentialsChannel) return forget(payload);
      sentWithoutReply = 0;
      isReported = false;
      if (!heartbeat.receive(payload)) forget('*');
    },
    onLost: () => {
      heartbeat.reset();
      forget('*');
    },
    onRestored: () => undefined,
    log,
  };

  function reportUnavailable(error?: unknown): void {
    if (isReported || connection === undefined) return;
    isReported = true;
    log(
      'Changes of API keys are not received, so every request reads its key from the database.',
      error,
    );
  }

  async function send(): Promise<void> {
    connection ??= connect(handlers);
    if (!isListening || sentWithoutReply >= heartbeatsUntilCheck) {
      await connection.listen(credentialsChannel);
      await connection.listen(heartbeatChannel);
      isListening = true;
    }
    sentWithoutReply += 1;
    if (sentWithoutReply > heartbeatsUntilCheck) reportUnavailable();
    await db.$executeRaw`SELECT pg_notify(${heartbeatChannel}, ${heartbeat.next()})`;
  }

  return {
    beat: async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      try {
        await send();
      } catch (error) {
        reportUnavailable(error);
      } finally {
        isBusy = false;
      }
    },
    close: async (): Promise<void> => {
      heartbeat.reset();
      forget('*');
      const closedConnection = connection;
      connection = undefined;
      await closedConnection?.close();
    },
  };
}
