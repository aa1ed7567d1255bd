import type { CredentialListener } from '../../platform/events/credential-events.ts';
import type { ChangeQueue } from './change-queue.ts';
import type { FollowedLists } from './followed-lists.ts';
import type { FormattedLogPosition } from './log-batch.ts';

/** Which changes somebody follows; undefined: all. */
export interface ChangeFilter {
  types?: ReadonlySet<string> | undefined;
  ids?: ReadonlySet<string> | undefined;
  /** Of some types, the lists in which something may change; of the others, every record. */
  lists?: FollowedLists | undefined;
  /** A place of the workspace's log behind which all is told; what comes from now on, if left out. */
  after?: FormattedLogPosition | undefined;
}

/** The changes of every workspace that somebody follows here, whichever door, process or person makes them. */
export interface RecordChangeFeed {
  /**
   * The changes of one workspace that its log has: every one that is committed after this resolves, and some that were just before; or
   * every one behind a place.
   * @throws where the database cannot be reached
   */
  subscribe(accountId: number, filter: ChangeFilter): Promise<ChangeQueue>;
  /** How many follow changes now. */
  subscriberCount(): number;
  /** Up to which place the log of each workspace that is followed here was read. */
  readPositions(): ReadonlyMap<number, number>;
  /**
   * Says who is told what becomes of keys and users of the workspaces: before those who follow are told of anything that was committed
   * later.
   */
  onCredentialChanges(listener: CredentialListener): void;
  /** Cuts everybody who follows off, and stops listening. Safe to call twice. */
  close(): Promise<void>;
}
