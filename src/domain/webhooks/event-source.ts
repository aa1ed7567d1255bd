import type { Db } from '../../database/client/db.ts';
import { auditedModels } from '../../platform/audit-log/audited-columns.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { allScopes, readPermissions } from '../../platform/permissions/permissions.ts';
import type { EventTypeFilter } from '../events/event-types.ts';
import { eventSubjectOf, eventTypeFiltersOf } from '../events/event-types.ts';
import { readEventPage } from '../events/events-after-position.ts';
import type { WorkspaceEvent } from '../events/fields.ts';
import { formatLogPosition, parseLogPosition } from '../events/log-positions.ts';

export const allEventTypes = '*';

const allFilters: EventTypeFilter[] = auditedModels.map((model) => ({ model }));

/** The service reads all events. The permissions of each endpoint are checked at delivery. */
const serviceActor = { keyId: null, keyName: null, unnamed: 'SERVICE' as const, scopes: allScopes };

const filtersOfTypes = (types: readonly string[]): EventTypeFilter[] =>
  types.includes(allEventTypes) ? allFilters : types.flatMap(eventTypeFiltersOf);

const maxScanned = 2_000;

export interface WebhookEventPage {
  events: WorkspaceEvent[];
  /** Where the next page starts. */
  nextPosition: string;
  hasMore: boolean;
}

export async function readWebhookEvents(
  db: Db,
  accountId: number,
  { after, limit, types }: { after: string; limit: number; types: readonly string[] },
): Promise<WebhookEventPage> {
  const context = { accountId, actor: serviceActor, db };
  const filters = filtersOfTypes(types);
  const request = { filters, maxScanned, place: parseLogPosition(after), limit };
  const { events, hasMore, place } = await readEventPage(context, request);
  return { events, hasMore, nextPosition: formatLogPosition(place) };
}

/** Undefined if the event is no longer stored. */
export async function readWebhookEvent(
  db: Db,
  accountId: number,
  position: bigint,
): Promise<WorkspaceEvent | undefined> {
  const context = { accountId, actor: serviceActor, db };
  const place = { number: String(position - 1n), at: new Date(0) };
  const page = await readEventPage(context, {
    ...{ filters: allFilters, maxScanned: 1, place, limit: 1 },
  });
  return page.events.find((event) => event.place.startsWith(`${position}-`));
}

export const wantsEvent = (types: readonly string[], event: WorkspaceEvent): boolean =>
  types.some(
    (type) =>
      type === allEventTypes ||
      type === eventSubjectOf(event.recordType) ||
      event.types.includes(type),
  );

export const canReadEvent = (permissions: Permissions, { recordType }: WorkspaceEvent): boolean =>
  (readPermissions([permissionAreaByModel[recordType]]) & ~permissions) === 0;
