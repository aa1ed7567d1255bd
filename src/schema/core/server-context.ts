import type { OperationLimits } from '../../config/operation-settings.ts';
import type { ChangeQueue } from '../../domain/record-changes/change-queue.ts';
import type { ChangeFilter } from '../../domain/record-changes/feed-types.ts';
import type { Context } from '../../platform/context/context.ts';

/** How large the variables of a request may be. */
export interface InputLimits {
  /** Objects and lists. */
  objects: number;
  /** Levels of objects and lists. */
  depth: number;
}

/** How large requests may be, and how many. */
export interface RequestLimits extends OperationLimits {
  bodyBytes: number;
  /** Values of its JSON: objects, lists, and what stands in them. */
  bodyValues: number;
  input: InputLimits;
  /** Of one key or person; 0: no limit. */
  requestsPerMinute: number;
  /** Of the operations of one key or person; 0: no limit. */
  costPerMinute: number;
}

/** What this door adds to the domain's context. */
export interface ServerContext extends Context {
  limits: RequestLimits;
  /** The changes of the key's workspace from now on. @throws where the database cannot be reached */
  follow: (wanted: ChangeFilter) => Promise<ChangeQueue>;
  /** The id of the last event that the client was told of before its stream broke off; left out where it says none. */
  lastEventId?: string | undefined;
}
