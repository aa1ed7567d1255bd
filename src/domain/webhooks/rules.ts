import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { AllowedHosts } from '../../platform/outbound-http/allowed-hosts.ts';
import { outboundUrlError } from '../../platform/outbound-http/url-rules.ts';
import {
  callerPermissions,
  grantedPermissions,
  intersectScopes,
  readPermissions,
  requireCallerPermissions,
  requirePermissions,
  type Scope,
} from '../../platform/permissions/permissions.ts';
import { requireCustomFields } from '../custom-fields/resolve-references.ts';
import {
  eventSubjectOf,
  eventTypeFiltersOf,
  unknownTypeError,
  validateEventTypes,
} from '../events/event-types.ts';
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
import type { FollowedLists } from '../record-changes/followed-lists.ts';
import { allEventTypes } from './event-source.ts';
import type { HookTypeName } from './hook-types.ts';
import { eventTypesOfHook } from './hook-types.ts';
import { isEventType } from './sample-event.ts';
import { webhookServicesOf } from './services.ts';

interface EndpointFields {
  url?: string | undefined;
  types?: readonly string[] | undefined;
  where?: unknown;
  after?: string | null | undefined;
}

export function validateEndpoint(context: Context, fields: EndpointFields): FieldError[] {
  const { after, types, url, where } = fields;
  const errors: FieldError[] = [];
  if (url !== undefined) errors.push(...urlErrors(context, url));
  const typeErrors = types && !types.includes(allEventTypes) ? validateEventTypes(types) : [];
  if (after !== null && after !== undefined) errors.push(...validateLogPosition(after));
  const knownTypes = typeErrors.length === 0 ? types : undefined;
  return [...errors, ...typeErrors, ...whereErrors(context, where, knownTypes)];
}

const everyHost: AllowedHosts = { includesHost: () => true, includesAddress: () => true };

const toUrlError = (message: string): FieldError => ({
  path: 'url',
  code: 'invalid_url',
  message,
});

const withSetting = (problem: string) =>
  `${problem}, unless the setting WEBHOOK_ALLOWED_HOSTS contains the host`;

function urlErrors(context: Context, url: string): FieldError[] {
  const problem = outboundUrlError(url, webhookServicesOf(context).allowedHosts);
  if (problem === undefined) return ownHostErrors(context, url);
  const dependsOnHost = outboundUrlError(url, everyHost) === undefined;
  return [toUrlError(dependsOnHost ? withSetting(problem) : problem)];
}

/** Rejects private addresses. */
export async function findHostErrors(
  context: Context,
  input: unknown,
  field: string,
): Promise<FieldError[]> {
  const url = (input as Record<string, unknown> | null)?.[field];
  if (typeof url !== 'string' || urlErrors(context, url).length > 0) return [];
  const problem = await webhookServicesOf(context).http.findUrlError(url);
  return problem === undefined ? [] : [toUrlError(withSetting(problem))];
}

function whereErrors(
  context: Context,
  where: unknown,
  types: readonly string[] = [allEventTypes],
): FieldError[] {
  if (where === undefined || where === null) return [];
  if (typeof where !== 'object' || Array.isArray(where))
    return [{ path: 'where', code: 'invalid_type', message: 'must be an object' }];
  try {
    return conditionTypeErrors(types, webhookServicesOf(context).parseWhere(where));
  } catch (error) {
    if (error instanceof ActionError && error.details.errors) return error.details.errors;
    throw error;
  }
}

export function eventTypeError(type: string | undefined): FieldError[] {
  if (type === undefined || isEventType(type)) return [];
  return [unknownTypeError(type, 'type', 'must be a type of event')];
}

/** The type of a REST hook determines the records in its requests. */
export function hookTypeErrors(
  hookType: string | null,
  types: readonly string[] = [],
): FieldError[] {
  if (hookType === null) return [];
  const accepted = eventTypesOfHook(hookType as HookTypeName);
  const message = `must be one of ${accepted.join(', ')}, because the endpoint is a REST hook of the type ${hookType}. Call \`subscribe\` with its id to change the type`;
  return types.flatMap((type, index) =>
    accepted.includes(type) ? [] : [{ path: `types.${index}`, code: 'invalid_choice', message }],
  );
}

/** Each delivery could cause another event. */
const ownHostErrors = ({ publicUrl }: Context, url: string): FieldError[] =>
  new URL(url).host === new URL(publicUrl).host
    ? [toUrlError('must not be a URL of this service')]
    : [];

/**
 * Requires that the caller can read all that the endpoint delivers. Otherwise the caller could send the data of another
 * creator to its own URL.
 * @param endpoint its scopes are those of an existing endpoint
 * @throws ActionError missing_scope, not_for_role, invalid_input
 */
export async function requireReadableEvents(
  context: Context,
  {
    scopes = [],
    types,
    where,
  }: { scopes?: readonly string[]; types: readonly string[]; where: unknown },
): Promise<void> {
  requireCallerPermissions(context, grantedPermissions(scopes));
  const areas = types
    .flatMap((type) => eventTypeFiltersOf(type))
    .map(({ model }) => permissionAreaByModel[model]);
  requireCallerPermissions(context, readPermissions(areas));
  if (where === null || where === undefined) return;
  const lists = webhookServicesOf(context).parseWhere(where as object);
  const errors = conditionTypeErrors(types, lists);
  if (errors.length > 0) throw invalidInputError(errors);
  for (const { requiredPermissions } of lists.values())
    requirePermissions(callerPermissions(context), requiredPermissions);
  const customFields = [...lists.values()].flatMap((list) => list.customFields);
  await requireCustomFields(context, customFields);
}

function conditionTypeErrors(types: readonly string[], lists: FollowedLists): FieldError[] {
  if (types.includes(allEventTypes)) return [];
  const wanted = new Set<string>(
    types.flatMap((type) => eventTypeFiltersOf(type)).map(({ model }) => model),
  );
  return [...lists.keys()]
    .filter((model) => !wanted.has(model))
    .map((model) => ({
      path: `where.${eventSubjectOf(model)}`,
      code: 'invalid_condition',
      message: 'must be a type of record that `types` contains',
    }));
}

const readingPermissions = grantedPermissions(['read', 'keys:read']);

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
  const message = `The workspace has ${maxEndpoints[payload]} webhook endpoints, the maximum. Delete one first.`;
  throw new ActionError('conflicting_state', message);
}

/** @throws ActionError events_expired */
export async function resolveStartPosition(
  context: Context,
  after: string | null | undefined,
  path = 'after',
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
      path,
    );
  return formatLogPosition(position);
}
