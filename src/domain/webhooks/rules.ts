import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import { outboundUrlError } from '../../platform/outbound-http/url-rules.ts';
import {
  callerPermissions,
  grantedPermissions,
  intersectScopes,
  readPermissions,
  requireCallerPermissions,
  requirePermissions,
  requireUnrestrictedAccess,
  type Scope,
} from '../../platform/permissions/permissions.ts';
import { eventTypeFiltersOf, validateEventTypes } from '../events/event-types.ts';
import type { LogPosition } from '../events/log-positions.ts';
import {
  endOfLogKeyword,
  eventsRetainedSince,
  findLastLogPosition,
  formatLogPosition,
  parseLogPosition,
  requireRetainedLogPosition,
  validateLogPosition,
} from '../events/log-positions.ts';
import { allEventTypes } from './event-source.ts';
import { isEventType } from './sample-event.ts';
import { webhookServicesOf } from './services.ts';

interface EndpointFields {
  url?: string | undefined;
  types?: readonly string[] | undefined;
  where?: unknown;
  after?: string | null | undefined;
}

/** Errors of single fields. Names are resolved and checked when a connection is made. */
export function validateEndpoint(context: Context, fields: EndpointFields): FieldError[] {
  const { after, types, url, where } = fields;
  const errors: FieldError[] = [];
  const { allowedHosts } = webhookServicesOf(context);
  const problem =
    url === undefined
      ? undefined
      : (outboundUrlError(url, allowedHosts) ?? ownHostError(context, url));
  if (problem !== undefined) errors.push({ path: 'url', code: 'invalid_url', message: problem });
  if (types && !types.includes(allEventTypes)) errors.push(...validateEventTypes(types));
  if (after !== null && after !== undefined) errors.push(...validateLogPosition(after));
  const isObject = typeof where === 'object' && !Array.isArray(where);
  if (where !== undefined && where !== null && !isObject)
    errors.push({ path: 'where', code: 'invalid_type', message: 'must be an object' });
  return errors;
}

/** Of a test. */
export function eventTypeError(type: string | undefined): FieldError[] {
  if (type === undefined || isEventType(type)) return [];
  const message = 'must be a type of event, for example "invoice.paid"';
  return [{ path: 'type', code: 'invalid_choice', message }];
}

/** Each delivery would cause another event. */
const ownHostError = ({ publicUrl }: Context, url: string): string | undefined =>
  new URL(url).host === new URL(publicUrl).host ? 'must not be a URL of this service' : undefined;

/**
 * The caller reads all events that the endpoint delivers.
 * @throws ActionError missing_scope, not_for_role, invalid_input
 */
export function requireReadableEvents(
  context: Context,
  { types, where }: { types: readonly string[]; where: unknown },
): void {
  requireUnrestrictedAccess(context);
  const areas = types
    .flatMap((type) => eventTypeFiltersOf(type))
    .map(({ model }) => permissionAreaByModel[model]);
  requireCallerPermissions(context, readPermissions(areas));
  if (where === null || where === undefined) return;
  const lists = webhookServicesOf(context).parseWhere(where as object);
  for (const { requiredPermissions } of lists.values())
    requirePermissions(callerPermissions(context), requiredPermissions);
}

const readingPermissions = grantedPermissions(['read', 'keys:read']);

/** The reading scopes of the caller. */
export const readingScopesOf = ({ actor }: Context): Scope[] =>
  intersectScopes(actor.scopes, readingPermissions).filter((scope) => scope.endsWith('read'));

const maxEndpoints = { EVENT: 100, REST_HOOK: 500 };

/** @throws ActionError conflicting_state */
export async function requireRoomForEndpoint(
  { accountId, db }: Pick<Context, 'accountId' | 'db'>,
  payload: keyof typeof maxEndpoints,
): Promise<void> {
  const count = await db.webhookEndpoint.count({ where: { accountId, payload } });
  if (count < maxEndpoints[payload]) return;
  const message = `A workspace has at most ${maxEndpoints[payload]} webhook endpoints.`;
  throw new ActionError('conflicting_state', message);
}

/** @throws ActionError events_expired */
export async function resolveStartPosition(
  context: Context,
  after: string | null | undefined,
): Promise<string> {
  const { accountId, db } = context;
  const isEnd = after === null || after === undefined || after === endOfLogKeyword;
  const position: LogPosition = isEnd
    ? await findLastLogPosition(db, accountId)
    : parseLogPosition(after);
  if (!isEnd)
    await requireRetainedLogPosition(
      db,
      { accountId, retainedSince: eventsRetainedSince(context) },
      position,
    );
  return formatLogPosition(position);
}
