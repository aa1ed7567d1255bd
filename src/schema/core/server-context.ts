import type { OperationLimits } from '../../config/operation-settings.ts';
import type { ChangeQueue } from '../../domain/record-changes/change-queue.ts';
import type { ChangeFilter } from '../../domain/record-changes/feed-types.ts';
import type { Context } from '../../platform/context/context.ts';

export interface InputLimits {
  /** Maximum number of objects and lists in variables. */
  objects: number;
  /** Maximum levels of objects and lists. */
  depth: number;
}

export interface RequestLimits extends OperationLimits {
  bodyBytes: number;
  /** Objects, lists and their values in the JSON of the body. */
  bodyValues: number;
  input: InputLimits;
  /** For each key or user. 0: no limit. */
  requestsPerMinute: number;
  /** Total cost of operations for each key or user. 0: no limit. */
  costPerMinute: number;
}

export interface ServerContext extends Context {
  limits: RequestLimits;
  /**
   * Subscribes to the changes of the workspace from now on.
   * @throws Error if the database is unreachable
   */
  follow: (wanted: ChangeFilter) => Promise<ChangeQueue>;
  /** Id of the last event that the client received before its stream ended. */
  lastEventId?: string | undefined;
}
