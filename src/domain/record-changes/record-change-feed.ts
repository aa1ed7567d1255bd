import { randomUUID } from 'node:crypto';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { CredentialListener } from '../../platform/events/credential-events.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import { credentialsChannel } from '../workspaces/key-cache.ts';
import { ChangeQueue } from './change-queue.ts';
import type { ChangeFilter, RecordChangeFeed } from './feed-types.ts';
import {
  accountIdOfChannel,
  awaitEarlierWriters,
  leaseRenewalSeconds,
  releaseLeases,
  renewLeases,
  workspaceChannelOf,
} from './listener-leases.ts';
import { readLastLogPosition, readLogBatch } from './log-batch.ts';
import { WorkspaceFeed } from './workspace-feed.ts';

interface Options {
  /** Opens the connection on which changes are told. */
  connect: (handlers: {
    onNotification: (channel: string, payload: string) => void;
    onLost: () => void;
    onRestored: () => void;
    log: Log;
  }) => NotificationConnection;
  log: Log;
  /** RecordChangeFeed that may wait for one follower. */
  capacity?: number;
}

type Log = (message: string, error: unknown) => void;

interface Follower {
  wanted: ChangeFilter;
  queue: ChangeQueue;
}

interface Followed {
  told: WorkspaceFeed;
  followers: Set<Follower>;
  /** Resolves when the workspace's changes are told. */
  ready: Promise<void>;
  isReady: boolean;
}

/** Listens to no workspace, and makes no connection, before somebody follows its changes. */
export function createRecordChangeFeed({
  connect,
  log,
  capacity = 1_000,
}: Options): RecordChangeFeed {
  const process = randomUUID();
  const workspaces = new Map<number, Followed>();
  let callers: CredentialListener | undefined;
  const connection = connect({
    onNotification,
    onLost: () => callers?.lost(),
    onRestored: () => void restore(),
    log,
  });
  let closing: Promise<void> | undefined;
  let closed = false;
  let renewing: NodeJS.Timeout | undefined;

  function onNotification(channel: string, payload: string): void {
    if (channel === credentialsChannel)
      callers?.changed(payload === '*' ? undefined : Number(payload));
    else workspaces.get(accountIdOfChannel(channel))?.told.read();
  }

  function isWanted({ ids, types }: ChangeFilter, type: string, id: string): boolean {
    return (!types || types.has(type)) && (!ids || ids.has(id));
  }

  function toldOf(accountId: number, followers: ReadonlySet<Follower>): WorkspaceFeed {
    return new WorkspaceFeed({
      ...{ accountId, connection },
      onLogged: (change) => {
        for (const { queue } of followers) queue.pass(change);
      },
      onLost: (end) => {
        for (const { queue } of followers) queue.miss(end);
      },
      onFault: (error) => {
        if (!closed) log('The log of changes could not be read.', error);
      },
    });
  }

  function followedOf(accountId: number): Followed {
    const known = workspaces.get(accountId);
    if (known) return known;
    renewing ??= setInterval(() => void renew(), leaseRenewalSeconds * 1_000).unref();
    const followers = new Set<Follower>();
    const told = toldOf(accountId, followers);
    const made: Followed = { followers, told, isReady: false, ready: start(accountId, told) };
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

  async function start(accountId: number, told: WorkspaceFeed): Promise<void> {
    // On the connection that reads the log: PostgreSQL tells what was committed before a reading before it says that the reading is over.
    await connection.listen(credentialsChannel);
    await connection.listen(workspaceChannelOf(accountId));
    await renewLeases(connection, process, [accountId]);
    await awaitEarlierWriters(connection);
    await told.begin();
  }

  /** What changed while the connection was lost was not notified, and is read now. */
  async function restore(): Promise<void> {
    callers?.changed();
    await renew();
    for (const { told } of workspaces.values()) void told.resume();
  }

  function readAll(): void {
    for (const { told } of workspaces.values()) told.read();
  }

  async function renew(): Promise<void> {
    try {
      await leaveUnfollowed();
      const ready = [...workspaces].filter(([, { isReady }]) => isReady).map(([id]) => id);
      const lapsed = ready.length > 0 ? await renewLeases(connection, process, ready) : [];
      if (lapsed.length > 0) await awaitEarlierWriters(connection);
      // Whatever became of a notification, what it told of is told now at the latest.
      readAll();
    } catch (error) {
      if (!closed) log('The leases on changes could not be renewed.', error);
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
      if (!workspaces.has(accountId)) await connection.unlisten(workspaceChannelOf(accountId));
    }
  }

  async function close(): Promise<void> {
    closed = true;
    clearInterval(renewing);
    for (const { followers } of workspaces.values()) {
      for (const { queue } of [...followers]) queue.cut();
    }
    callers?.over();
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
      const { followers, ready, told } = followedOf(accountId);
      const queue = new ChangeQueue(capacity, () => followers.delete(follower), {
        read: (after) => readLogBatch(connection, accountId, after),
        reached: () => told.reached,
        isWanted: (type, id) => isWanted(wanted, type, id),
      });
      const follower: Follower = { wanted, queue };
      followers.add(follower);
      await ready;
      // What all were told may be a moment behind: what is there by now is not what comes from now on.
      const last = wanted.after ?? (await readLastLogPosition(connection, accountId));
      queue.begin(last, wanted.after !== undefined);
      return queue;
    },
    followed: () => {
      let count = 0;
      for (const { followers } of workspaces.values()) count += followers.size;
      return count;
    },
    onCallers: (signs) => {
      callers = signs;
    },
    heard: () =>
      new Map(
        [...workspaces]
          .filter(([, { isReady }]) => isReady)
          .map(([accountId, { told }]) => [accountId, told.reached.number]),
      ),
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
