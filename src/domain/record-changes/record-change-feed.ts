import { ActionError } from '../../platform/errors/action-error.ts';
import type { CredentialListener } from '../../platform/events/credential-events.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import { credentialsChannel } from '../workspaces/key-cache.ts';
import { ChangeQueue } from './change-queue.ts';
import type { ChangeFilter, RecordChangeFeed } from './feed-types.ts';
import { readLastLogPosition, readLogBatch } from './log-batch.ts';
import { WorkspaceFeed } from './workspace-feed.ts';

interface FeedOptions {
  connect: (handlers: {
    onNotification: (channel: string, payload: string) => void;
    onLost: () => void;
    onRestored: () => void;
    log: Log;
  }) => NotificationConnection;
  log: Log;
  /** Pending changes per subscriber. */
  capacity?: number;
}

type Log = (message: string, error: unknown) => void;

const channelPrefix = 'actiongraph_';
/** The sequencer notifies here that it has published entries of the workspace. */
const workspaceChannelOf = (accountId: number) => `${channelPrefix}${accountId}`;
const accountIdOfChannel = (channel: string) => Number(channel.slice(channelPrefix.length));

/** Reads the log also at this interval, in case a notification was lost, and closes feeds without subscribers. */
const refreshIntervalMs = 20_000;

interface Subscriber {
  filter: ChangeFilter;
  queue: ChangeQueue;
}

interface FollowedWorkspace {
  feed: WorkspaceFeed;
  subscribers: Set<Subscriber>;
  ready: Promise<void>;
  isReady: boolean;
}

/** Connects and listens when the first subscriber of a workspace arrives. */
export function createRecordChangeFeed({
  connect,
  log,
  capacity = 1_000,
}: FeedOptions): RecordChangeFeed {
  const workspaces = new Map<number, FollowedWorkspace>();
  let credentialListener: CredentialListener | undefined;
  const connection = connect({
    onNotification,
    onLost: () => credentialListener?.lost(),
    onRestored: () => void restore(),
    log,
  });
  let closing: Promise<void> | undefined;
  let closed = false;
  let refreshTimer: NodeJS.Timeout | undefined;

  function onNotification(channel: string, payload: string): void {
    if (channel === credentialsChannel)
      credentialListener?.changed(payload === '*' ? undefined : Number(payload));
    else workspaces.get(accountIdOfChannel(channel))?.feed.read();
  }

  function matchesFilter({ ids, types }: ChangeFilter, type: string, id: string): boolean {
    return (!types || types.has(type)) && (!ids || ids.has(id));
  }

  function createFeed(accountId: number, subscribers: ReadonlySet<Subscriber>): WorkspaceFeed {
    return new WorkspaceFeed({
      ...{ accountId, connection, subscribers },
      onLogged: (change) => {
        for (const { queue } of subscribers) queue.receive(change);
      },
      onLost: (end) => {
        for (const { queue } of subscribers) queue.reportMissed(end);
      },
      onError: (error) => {
        if (!closed) log('The log of changes could not be read.', error);
      },
    });
  }

  function followWorkspace(accountId: number): FollowedWorkspace {
    const existing = workspaces.get(accountId);
    if (existing) return existing;
    refreshTimer ??= setInterval(() => void refresh(), refreshIntervalMs).unref();
    const subscribers = new Set<Subscriber>();
    const feed = createFeed(accountId, subscribers);
    const workspace: FollowedWorkspace = {
      subscribers,
      feed,
      isReady: false,
      ready: startFeed(accountId, feed),
    };
    workspace.ready.then(
      () => {
        workspace.isReady = true;
      },
      () => {
        if (workspaces.get(accountId) === workspace) workspaces.delete(accountId);
      },
    );
    workspaces.set(accountId, workspace);
    return workspace;
  }

  async function startFeed(accountId: number, feed: WorkspaceFeed): Promise<void> {
    // PostgreSQL delivers earlier notifications before the result of a query on the same connection.
    await connection.listen(credentialsChannel);
    await connection.listen(workspaceChannelOf(accountId));
    await feed.begin();
  }

  /** Reads what changed while the connection was lost. */
  async function restore(): Promise<void> {
    credentialListener?.changed();
    await refresh();
    for (const { feed } of workspaces.values()) void feed.resume();
  }

  async function refresh(): Promise<void> {
    for (const { feed } of workspaces.values()) feed.read();
    try {
      await removeUnfollowed();
    } catch (error) {
      if (!closed) log('The channels of changes could not be closed.', error);
    }
  }

  async function removeUnfollowed(): Promise<void> {
    const unfollowedIds = [...workspaces]
      .filter(([, { subscribers }]) => subscribers.size === 0)
      .map(([id]) => id);
    for (const accountId of unfollowedIds) workspaces.delete(accountId);
    for (const accountId of unfollowedIds) {
      if (!workspaces.has(accountId)) await connection.unlisten(workspaceChannelOf(accountId));
    }
  }

  async function close(): Promise<void> {
    closed = true;
    clearInterval(refreshTimer);
    for (const { subscribers } of workspaces.values()) {
      for (const { queue } of [...subscribers]) queue.cutOff();
    }
    credentialListener?.over();
    await connection.close();
  }

  return {
    subscribe: async (accountId, filter) => {
      if (closed) throw stoppingError();
      const { subscribers, ready, feed } = followWorkspace(accountId);
      const queue = new ChangeQueue(capacity, () => subscribers.delete(subscriber), {
        read: (after) => readLogBatch(connection, accountId, after),
        reached: () => feed.reached,
        matchesFilter: (type, id) => matchesFilter(filter, type, id),
      });
      const subscriber: Subscriber = { filter, queue };
      subscribers.add(subscriber);
      await ready;
      // The feed can be behind: existing entries are no new changes.
      const last = filter.after ?? (await readLastLogPosition(connection, accountId));
      queue.begin(last, filter.after !== undefined);
      return queue;
    },
    subscriberCount: () => {
      let count = 0;
      for (const { subscribers } of workspaces.values()) count += subscribers.size;
      return count;
    },
    onCredentialChanges: (listener) => {
      credentialListener = listener;
    },
    readPositions: () =>
      new Map(
        [...workspaces]
          .filter(([, { isReady }]) => isReady)
          .map(([accountId, { feed }]) => [accountId, feed.reached.number]),
      ),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function stoppingError(): ActionError {
  return new ActionError('database_unavailable', 'The service stops. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
