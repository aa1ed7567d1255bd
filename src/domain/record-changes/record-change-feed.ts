import { ActionError } from '../../platform/errors/action-error.ts';
import type { CredentialListener } from '../../platform/events/credential-events.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import { credentialsChannel } from '../workspaces/key-change-listener.ts';
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
export const createRecordChangeFeed = (options: FeedOptions): RecordChangeFeed =>
  new DatabaseChangeFeed(options);

class DatabaseChangeFeed implements RecordChangeFeed {
  readonly #connection: NotificationConnection;
  readonly #log: Log;
  readonly #capacity: number;
  readonly #workspaces = new Map<number, FollowedWorkspace>();
  #credentialListener: CredentialListener | undefined;
  #closing: Promise<void> | undefined;
  #isClosed = false;
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor({ connect, log, capacity = 1_000 }: FeedOptions) {
    this.#log = log;
    this.#capacity = capacity;
    this.#connection = connect({
      onNotification: (channel, payload) => this.#onNotification(channel, payload),
      onLost: () => this.#credentialListener?.connectionLost(),
      onRestored: () => void this.#restore(),
      log,
    });
  }

  async subscribe(accountId: number, filter: ChangeFilter): Promise<ChangeQueue> {
    if (this.#isClosed) throw stoppingError();
    const { subscribers, ready, feed } = this.#followWorkspace(accountId);
    const queue = new ChangeQueue(this.#capacity, () => subscribers.delete(subscriber), {
      read: (after) => readLogBatch(this.#connection, accountId, after),
      lastReadPosition: () => feed.lastReadPosition,
      matchesFilter: (type, id) => matchesFilter(filter, type, id),
    });
    const subscriber: Subscriber = { filter, queue };
    subscribers.add(subscriber);
    await ready;
    // The feed can be behind the log. Existing entries are not new changes.
    const last = filter.after ?? (await readLastLogPosition(this.#connection, accountId));
    queue.begin(last, filter.after !== undefined);
    return queue;
  }

  subscriberCount(): number {
    let count = 0;
    for (const { subscribers } of this.#workspaces.values()) count += subscribers.size;
    return count;
  }

  onCredentialChanges(listener: CredentialListener): void {
    this.#credentialListener = listener;
  }

  readPositions(): ReadonlyMap<number, number> {
    const readyWorkspaces = [...this.#workspaces].filter(([, { isReady }]) => isReady);
    return new Map(readyWorkspaces.map(([id, { feed }]) => [id, feed.lastReadPosition.number]));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#refreshTimer);
    for (const { subscribers } of this.#workspaces.values()) {
      for (const { queue } of [...subscribers]) queue.cutOff();
    }
    this.#credentialListener?.stopped();
    await this.#connection.close();
  }

  #logError(message: string, error: unknown): void {
    if (!this.#isClosed) this.#log(message, error);
  }

  #onNotification(channel: string, payload: string): void {
    if (channel === credentialsChannel)
      this.#credentialListener?.changed(payload === '*' ? undefined : Number(payload));
    else this.#workspaces.get(accountIdOfChannel(channel))?.feed.read();
  }

  #followWorkspace(accountId: number): FollowedWorkspace {
    const existing = this.#workspaces.get(accountId);
    if (existing) return existing;
    this.#refreshTimer ??= setInterval(() => void this.#refresh(), refreshIntervalMs).unref();
    const subscribers = new Set<Subscriber>();
    const feed = this.#createFeed(accountId, subscribers);
    const ready = this.#startFeed(accountId, feed);
    const workspace: FollowedWorkspace = { subscribers, feed, isReady: false, ready };
    ready.then(
      () => {
        workspace.isReady = true;
      },
      () => {
        if (this.#workspaces.get(accountId) === workspace) this.#workspaces.delete(accountId);
      },
    );
    this.#workspaces.set(accountId, workspace);
    return workspace;
  }

  #createFeed(accountId: number, subscribers: ReadonlySet<Subscriber>): WorkspaceFeed {
    return new WorkspaceFeed({
      ...{ accountId, connection: this.#connection, subscribers },
      onLogged: (change) => {
        for (const { queue } of subscribers) queue.receive(change);
      },
      onLost: (end) => {
        for (const { queue } of subscribers) queue.reportMissed(end);
      },
      onError: (error) => this.#logError('The log of changes could not be read.', error),
    });
  }

  async #startFeed(accountId: number, feed: WorkspaceFeed): Promise<void> {
    // On one connection, PostgreSQL delivers earlier notifications before the result of this statement.
    await this.#connection.listen(credentialsChannel);
    await this.#connection.listen(workspaceChannelOf(accountId));
    await feed.begin();
  }

  /** Reads what changed while the connection was lost. */
  async #restore(): Promise<void> {
    this.#credentialListener?.changed();
    await this.#refresh();
    for (const { feed } of this.#workspaces.values()) void feed.resume();
  }

  async #refresh(): Promise<void> {
    for (const { feed } of this.#workspaces.values()) feed.read();
    try {
      await this.#removeUnfollowed();
    } catch (error) {
      this.#logError('The channels of changes could not be closed.', error);
    }
  }

  async #removeUnfollowed(): Promise<void> {
    const unfollowedIds = [...this.#workspaces]
      .filter(([, { subscribers }]) => subscribers.size === 0)
      .map(([id]) => id);
    for (const accountId of unfollowedIds) this.#workspaces.delete(accountId);
    for (const accountId of unfollowedIds) {
      if (!this.#workspaces.has(accountId))
        await this.#connection.unlisten(workspaceChannelOf(accountId));
    }
  }
}

function matchesFilter({ ids, types }: ChangeFilter, type: string, id: string): boolean {
  return (!types || types.has(type)) && (!ids || ids.has(id));
}

function stoppingError(): ActionError {
  return new ActionError('database_unavailable', 'The service stops. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
