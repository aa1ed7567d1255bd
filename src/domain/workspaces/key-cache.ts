import { AsyncLocalStorage } from 'node:async_hooks';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { KeyCreator } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import type { Scope } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { KeyChangeSource } from './key-change-listener.ts';
import { KeyChangeListener } from './key-change-listener.ts';
import { ListenerHeartbeat } from './listener-heartbeat.ts';

const defaultHeartbeatIntervalMs = 1_000;

/** Heartbeats stop after this number without a request. */
const maxIdleHeartbeats = 60;

const maxCachedKeys = 10_000;

export interface KeyRow extends WorkspaceSettings {
  accountId: number;
  id: string;
  keyName: string;
  hash: string;
  scopes: readonly Scope[];
  keyCreator: (KeyCreator & { active: boolean }) | null;
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

interface Options extends KeyChangeSource {
  heartbeatIntervalMs?: number;
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
  const { db, log, heartbeatIntervalMs = defaultHeartbeatIntervalMs } = options;
  const rows = new KeyRows();
  const heartbeat = new ListenerHeartbeat(heartbeatIntervalMs, options.toleratedLosses);
  const listener = new KeyChangeListener(options, heartbeat, (account) => rows.remove(account));
  const timer = new HeartbeatTimer(heartbeatIntervalMs, () => void listener.sendHeartbeat());
  let isClosed = false;

  const cache: KeyCache = {
    find: (accountId, prefix) => {
      if (!isClosed) timer.start();
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
      timer.stop();
      caches.get(db)?.delete(cache);
      await listener
        .close()
        .catch((error) => log('The connection for changes of keys was not closed.', error));
    },
  };
  caches.set(db, (caches.get(db) ?? new Set()).add(cache));
  return cache;
}

/** Calls `beat` at an interval. It pauses after {@link maxIdleHeartbeats} without a start. */
class HeartbeatTimer {
  readonly #intervalMs: number;
  readonly #sendHeartbeat: () => void;
  // Outside of the async context of the first request, which has its own deadline.
  readonly #runOutsideRequest = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #lastStart = 0;

  constructor(intervalMs: number, sendHeartbeat: () => void) {
    this.#intervalMs = intervalMs;
    this.#sendHeartbeat = sendHeartbeat;
  }

  start(): void {
    this.#lastStart = performance.now();
    if (this.#timer) return;
    this.#runOutsideRequest(() => {
      this.#timer = setInterval(() => this.#beatOrPause(), this.#intervalMs).unref();
      this.#sendHeartbeat();
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beatOrPause(): void {
    const idleTimeMs = performance.now() - this.#lastStart;
    if (idleTimeMs <= maxIdleHeartbeats * this.#intervalMs) this.#sendHeartbeat();
    else this.stop();
  }
}
