import type { Permissions } from '../../platform/permissions/permissions.ts';
import { readPermissions } from '../../platform/permissions/permissions.ts';
import type { WorkspaceEvent } from '../events/fields.ts';
import type { ListChange } from '../record-changes/record-change.ts';
import { eventIdOf } from './ids.ts';

/** Larger bodies omit the record. */
const maxBodyBytes = 262_144;

interface BodyParts {
  accountId: number;
  event: WorkspaceEvent;
  permissions: Permissions;
  /** Only for an endpoint with a condition. */
  list?: ListChange | undefined;
  /** The REST record as JSON. */
  data: string | null;
}

const nameAreas = readPermissions(['clients', 'people']);

/** The body of a request, as UTF-8. */
export function buildEventBody({ accountId, data, event, list, permissions }: BodyParts): Buffer {
  const head = JSON.stringify({
    id: eventIdOf(accountId, event.place),
    type: event.type,
    types: event.types,
    timestamp: event.at.toISOString(),
    accountId,
    position: event.place,
    recordType: event.recordType,
    recordId: event.recordId,
    recordVersion: event.recordVersion,
    before: event.before,
    after: event.after,
    actorKind: event.actorKind,
    actorId: event.actorId,
    actorName: (nameAreas & ~permissions) === 0 ? event.actorName : null,
    operation: event.operation,
    requestId: event.requestId,
    ...(list && { list }),
  }).slice(0, -1);
  const body = Buffer.from(`${head},"data":${data ?? 'null'}}`);
  if (body.byteLength <= maxBodyBytes) return body;
  return Buffer.from(`${head},"data":null,"dataOmitted":"too_large"}`);
}
