import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import {
  awaitPublication,
  queryOf,
  requirePublication,
} from '../../platform/audit-log/publish-entries.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { callerPermissions, canRead } from '../../platform/permissions/permissions.ts';
import type { EventTypeFilter } from './event-types.ts';
import { eventKinds, eventTypesOf, resolveEventTypeFilters } from './event-types.ts';
import type { EventListRequest, EventPage, WorkspaceEvent } from './fields.ts';
import type { LogPosition } from './log-positions.ts';
import {
  endOfLogKeyword,
  eventsRetainedSince,
  findFirstLogPosition,
  findLastLogPosition,
  formatLogPosition,
  parseLogPosition,
  requireRetainedLogPosition,
} from './log-positions.ts';
import { validateEventListRequest } from './rules.ts';
import { filterVisibleEvents } from './visible-events.ts';

/** Entries that one statement scans. */
const batchSize = 2_000;

/** Statements per page. If matches are rare, the page can be empty. */
const maxBatches = 10;

type Row = Omit<WorkspaceEvent, 'place' | 'type' | 'types' | 'recordType'> & {
  number: string;
  model: AuditedModel;
  isWanted: boolean;
  scannedCount: number;
};

/**
 * The events after a position, in commit order, without gaps. The caller gets events of records that it may read now.
 * Restricted access hides the author and the values.
 * @throws ActionError events_expired, missing_scope, invalid_input
 */
export async function listEventsAfter(
  context: Context,
  { after, types, first }: EventListRequest,
  otherErrors: readonly FieldError[] = [],
): Promise<EventPage> {
  const { accountId } = context;
  const errors = [...otherErrors, ...validateEventListRequest({ after, types })];
  if (errors.length > 0) throw invalidInputError(errors);
  const filters = resolveEventTypeFilters(types ?? null, callerPermissions(context));
  const db = unfilteredClient(context.db);
  if (after === endOfLogKeyword) {
    await requirePublication(queryOf(db), accountId);
    return {
      events: [],
      place: formatLogPosition(await findLastLogPosition(db, accountId)),
      hasMore: false,
    };
  }
  // So a client that writes and then lists its events usually finds them.
  await awaitPublication(queryOf(db), accountId);
  const scope = { accountId, retainedSince: eventsRetainedSince(context) };
  let place = after === null || after === undefined ? null : parseLogPosition(after);
  if (place === null) place = await findFirstLogPosition(db, scope);
  else await requireRetainedLogPosition(db, scope, place);
  const events: WorkspaceEvent[] = [];
  // Without a filter, only a few entries do not match, for example sign-ins.
  const hasFilter = types || unfilteredClient(context.db) !== context.db;
  const maxScanned = hasFilter ? batchSize : first + 25;
  for (let batch = 0; batch < maxBatches && events.length < first; batch += 1) {
    const page = await readEventPage(context, {
      filters,
      maxScanned,
      place,
      limit: first - events.length,
    });
    events.push(...page.events);
    place = page.place;
    if (!page.hasMore) return { events, place: formatLogPosition(place), hasMore: false };
  }
  return { events, place: formatLogPosition(place), hasMore: true };
}

/** Entries among which the latest events are searched. */
const latestScanned = 1_000;

/**
 * The latest events of records that the caller may read, oldest first.
 * @throws ActionError missing_scope, invalid_input
 */
export async function listLatestEvents(
  context: Context,
  { types, first }: Omit<EventListRequest, 'after'>,
): Promise<EventPage> {
  const errors = validateEventListRequest({ types });
  if (errors.length > 0) throw invalidInputError(errors);
  const filters = resolveEventTypeFilters(types ?? null, callerPermissions(context));
  const db = unfilteredClient(context.db);
  await awaitPublication(queryOf(db), context.accountId);
  const end = await findLastLogPosition(db, context.accountId);
  const number = String(Math.max(0, Number(end.number) - latestScanned));
  const { events } = await readEventPage(context, {
    ...{ filters, maxScanned: latestScanned, limit: latestScanned },
    place: { number, at: end.at },
  });
  return { events: events.slice(-first), place: formatLogPosition(end), hasMore: false };
}

type EventContext = Pick<Context, 'accountId' | 'actor' | 'db'>;

interface PageRequest {
  filters: readonly EventTypeFilter[];
  maxScanned: number;
  place: LogPosition;
  limit: number;
}

/** The page can be empty although more entries follow. */
export async function readEventPage(
  context: EventContext,
  { filters, maxScanned, place, limit }: PageRequest,
) {
  const { accountId } = context;
  // The last scanned entry is also returned: the next page continues after it.
  const rows = await unfilteredClient(context.db).$queryRaw<Row[]>`
    WITH scanned AS MATERIALIZED (
      SELECT l.*, l.kind::text = ANY (${eventKinds}) AND EXISTS (
        SELECT FROM jsonb_to_recordset(${JSON.stringify(filters)}::jsonb) AS w (model text, kind text, "column" text, value text)
        WHERE w.model = l."recordType" AND (w.kind IS NULL OR w.kind = l.kind::text)
          AND (w."column" IS NULL OR CASE WHEN w.value IS NULL THEN l.after ->> w."column" IS NOT NULL
            ELSE l.after ->> w."column" = w.value END)) AS "isWanted"
      FROM ONLY "LogEntry" l WHERE l."accountId" = ${accountId} AND l.place > ${place.number}::bigint
      ORDER BY l.place LIMIT ${maxScanned}::int
    ), counted AS (SELECT count(*)::int AS "scannedCount", max(place) AS last FROM scanned)
    SELECT scanned.place::text AS number, kind::text AS kind, "recordType" AS model, "recordId", "recordVersion", before, after,
      "actorKind"::text AS "actorKind", "actorId", "actorName", operation, "requestId", "createdAt" AS at, "isWanted",
      counted."scannedCount"
    FROM scanned, counted WHERE "isWanted" OR scanned.place = counted.last ORDER BY scanned.place LIMIT ${limit + 1}::int`;
  const matches = rows.filter(({ isWanted }) => isWanted);
  // Another match follows if more than `limit` matched.
  const hasMoreMatches = matches.length > limit;
  const last = (hasMoreMatches ? matches[limit - 1] : rows.at(-1)) ?? place;
  const hasMore = hasMoreMatches || (rows[0]?.scannedCount ?? 0) >= maxScanned;
  return {
    events: await toVisibleEvents(context, matches.slice(0, limit)),
    place: { number: last.number, at: last.at },
    hasMore,
  };
}

async function toVisibleEvents(
  context: EventContext,
  rows: readonly Row[],
): Promise<WorkspaceEvent[]> {
  const isUnrestricted = unfilteredClient(context.db) === context.db;
  const canReadNames = canRead(context, 'clients', 'people');
  const events = rows.map(({ number, model, isWanted: _, scannedCount: __, ...row }) => ({
    ...row,
    ...eventTypesOf(model, row.kind, row.after),
    id: row.recordId,
    model,
    isDeleted: row.kind === 'DELETED',
    deleted: row.kind === 'DELETED' ? row.before : null,
    place: formatLogPosition({ number, at: row.at }),
    recordType: model,
  }));
  const visible = isUnrestricted ? events : await filterVisibleEvents(context, events);
  return visible.map(({ id: _, model: __, isDeleted: ___, deleted: ____, ...event }) => ({
    ...event,
    actorName: canReadNames ? event.actorName : null,
    ...(!isUnrestricted && {
      ...{ before: null, after: null, actorKind: null, actorId: null, actorName: null },
      ...{ operation: null, requestId: null },
    }),
  }));
}
