import { randomUUID } from 'node:crypto';
import {
  accountOf,
  awaitEarlierWriters,
  channelOf,
  releaseLeases,
  renewalSeconds,
  renewLeases,
} from '../change-listeners.ts';
import { ActionError } from '../kernel/errors.ts';
import type { ListeningConnection } from '../kernel/listening.ts';
import type { ChangedType, ChangeKind } from './queue.ts';
import { ChangeQueue } from './queue.ts';

export type { Change, ChangedType } from './queue.ts';
export { ChangeQueue, CutOffError, changedTypes, changesMissed, mayBeTold } from './queue.ts';
export { createSight } from './sight.ts';

/** Which changes somebody follows; undefined: all. */
export interface Wanted {
  types?: ReadonlySet<string> | undefined;
  ids?: ReadonlySet<string> | undefined;
}

/** The changes of every workspace that somebody follows here, whichever door, process or person makes them. */
export interface Changes {
  /**
   * The changes of one workspace: every one that is committed after this resolves, and some that were just before.
   * @throws where the database cannot be reached
   */
  follow(accountId: number, wanted: Wanted): Promise<ChangeQueue>;
  /** How many follow changes now. */
  followed(): number;
  /** Cuts everybody who follows off, and stops listening. Safe to call twice. */
  close(): Promise<void>;
}

interface Options {
  /** Opens the connection on which changes are told. */
  connect: (handlers: {
    onNotification: (channel: string, payload: string) => void;
    onRestored: () => void;
    log: Log;
  }) => ListeningConnection;
  log: Log;
  /** Changes that may wait for one follower. */
  capacity?: number;
}

type Log = (message: string, error: unknown) => void;

interface Follower {
  wanted: Wanted;
  queue: ChangeQueue;
}

interface Followed {
  followers: Set<Follower>;
  /** Resolves when the workspace's changes are told. */
  ready: Promise<void>;
  isReady: boolean;
}

/** Listens to no workspace, and makes no connection, before somebody follows its changes. */
export function createChanges({ connect, log, capacity = 1_000 }: Options): Changes {
  const process = randomUUID();
  const workspaces = new Map<number, Followed>();
  const connection = connect({ onNotification, onRestored: () => void restore(), log });
  let closing: Promise<void> | undefined;
  let closed = false;
  let renewing: NodeJS.Timeout | undefined;

  function onNotification(channel: string, payload: string): void {
    const [kind, type, ...ids] = payload.split(' ') as [ChangeKind, ChangedType, ...string[]];
    for (const { wanted, queue } of workspaces.get(accountOf(channel))?.followers ?? []) {
      if (wanted.types && !wanted.types.has(type)) continue;
      for (const id of ids) if (!wanted.ids || wanted.ids.has(id)) queue.add(type, id, kind);
    }
  }

  function followedOf(accountId: number): Followed {
    const known = workspaces.get(accountId);
    if (known) return known;
    renewing ??= setInterval(() => void renew(), renewalSeconds * 1_000).unref();
    const made: Followed = { followers: new Set(), isReady: false, ready: start(accountId) };
    made.ready.then(
      () => {
        made.isReady = true;
      },
      () => {
        if (workspaces.get(accountId) === made) workspaces.delete(accountId);
      },
    );
    workspaces.set(accountId, made);
    return made;
  }

  async function start(accountId: number): Promise<void> {
    await connection.listen(channelOf(accountId));
    await renewLeases(connection, process, [accountId]);
    await awaitEarlierWriters(connection);
  }

  /** What changed while the connection was lost was not told. */
  async function restore(): Promise<void> {
    await renew();
    miss([...workspaces.keys()]);
  }

  async function renew(): Promise<void> {
    try {
      await leaveUnfollowed();
      const ready = [...workspaces].filter(([, { isReady }]) => isReady).map(([id]) => id);
      const lapsed = ready.length > 0 ? await renewLeases(connection, process, ready) : [];
      if (lapsed.length > 0) await awaitEarlierWriters(connection);
      miss(lapsed);
    } catch (error) {
      if (!closed) log('The leases on changes could not be renewed.', error);
    }
  }

  function miss(accountIds: readonly number[]): void {
    for (const accountId of accountIds) {
      for (const { queue } of workspaces.get(accountId)?.followers ?? []) queue.miss();
    }
  }

  async function leaveUnfollowed(): Promise<void> {
    const left = [...workspaces]
      .filter(([, { followers }]) => followers.size === 0)
      .map(([id]) => id);
    if (left.length === 0) return;
    for (const accountId of left) workspaces.delete(accountId);
    await releaseLeases(connection, process, left);
    for (const accountId of left) {
      if (!workspaces.has(accountId)) await connection.unlisten(channelOf(accountId));
    }
  }

  async function close(): Promise<void> {
    closed = true;
    clearInterval(renewing);
    for (const { followers } of workspaces.values()) {
      for (const { queue } of [...followers]) queue.cut();
    }
    try {
      if (workspaces.size > 0) await releaseLeases(connection, process);
    } catch (error) {
      log('The leases on changes could not be given back; they run out.', error);
    }
    await connection.close();
  }

  return {
    follow: async (accountId, wanted) => {
      if (closed) throw stopping();
      const { followers, ready } = followedOf(accountId);
      const queue = new ChangeQueue(capacity, () => followers.delete(follower));
      const follower: Follower = { wanted, queue };
      followers.add(follower);
      await ready;
      return queue;
    },
    followed: () => {
      let count = 0;
      for (const { followers } of workspaces.values()) count += followers.size;
      return count;
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function stopping(): ActionError {
  return new ActionError('database_unavailable', 'The service stops. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
