import type { LogActorKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import type { EventKind } from './event-types.ts';

/** What became of the records of a workspace, in the order in which it was committed, as the log has it (decisions 37 and 59). */

/** One change of one record. */
export interface WorkspaceEvent {
  /** Where it stands in the workspace's order: a reader goes on behind it. */
  place: string;
  /** `invoice.paid`, `client.updated`, `timeEntry.deleted`. */
  type: string;
  kind: EventKind;
  recordType: AuditedModel;
  recordId: string;
  /** After the change; null where it has none. */
  recordVersion: number | null;
  /** What was there before, of an update what differs, else what has a value; null where there was nothing, and where it is not shown. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  actorKind: LogActorKind | null;
  actorId: string | null;
  actorName: string | null;
  operation: string | null;
  requestId: string | null;
  /** When its transaction began. */
  at: Date;
}

/** A part of the log. */
export interface EventPage {
  events: WorkspaceEvent[];
  /** Where to go on, whether or not there were events. */
  place: string;
  /** Whether more of the log is there already. */
  hasMore: boolean;
}

export interface EventListRequest {
  /** A place that was told; `endOfLogKeyword` for the end of the log; its beginning, as far as it is kept, where left out. */
  after?: string | null | undefined;
  types?: readonly string[] | null | undefined;
  first: number;
}
