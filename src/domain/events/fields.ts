import type { LogActorKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import type { EventKind } from './event-types.ts';

export interface WorkspaceEvent {
  /** Its position in the event log, as a cursor. */
  place: string;
  /** The first of `types`. */
  type: string;
  types: string[];
  kind: EventKind;
  recordType: AuditedModel;
  recordId: string;
  /** After the change. */
  recordVersion: number | null;
  /** Of an update: the changed columns. Null if hidden. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  actorKind: LogActorKind | null;
  actorId: string | null;
  actorName: string | null;
  operation: string | null;
  requestId: string | null;
  /** Start of its transaction. */
  at: Date;
}

export interface EventPage {
  events: WorkspaceEvent[];
  /** The cursor of the next page, also without events. */
  place: string;
  hasMore: boolean;
}

export interface EventListRequest {
  /** A cursor. `endOfLogKeyword` means the end of the log. Default: the oldest stored event. */
  after?: string | null | undefined;
  types?: readonly string[] | null | undefined;
  first: number;
}
