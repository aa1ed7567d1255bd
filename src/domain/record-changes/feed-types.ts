import type { CredentialListener } from '../../platform/events/credential-events.ts';
import type { ChangeQueue } from './change-queue.ts';
import type { FollowedLists } from './followed-lists.ts';
import type { FormattedLogPosition } from './log-batch.ts';

/** Undefined: no restriction. */
export interface ChangeFilter {
  types?: ReadonlySet<string> | undefined;
  ids?: ReadonlySet<string> | undefined;
  /** Types in this map: changes of the list only. Other types: every record. */
  lists?: FollowedLists | undefined;
  /** Delivers everything after this position. Default: new changes only. */
  after?: FormattedLogPosition | undefined;
}

/** The committed changes of all followed workspaces, from all APIs and processes. */
export interface RecordChangeFeed {
  /**
   * Every change that is committed after this resolves, or after the given position.
   * @throws if the database cannot be reached
   */
  subscribe(accountId: number, filter: ChangeFilter): Promise<ChangeQueue>;
  subscriberCount(): number;
  readPositions(): ReadonlyMap<number, number>;
  /** Subscribers receive no change that was committed later before the listener has run. */
  onCredentialChanges(listener: CredentialListener): void;
  /** Cuts all subscribers off and stops listening. Safe to call twice. */
  close(): Promise<void>;
}
