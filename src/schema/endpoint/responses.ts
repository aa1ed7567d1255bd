import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError } from 'graphql';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { ActionError, truncateText } from '../../platform/errors/action-error.ts';
import { outcomeUnknownError } from '../../write/write-outcome.ts';
import { toGraphQLError } from '../core/error-types.ts';
import { withOperatorHint } from './operator-hints.ts';
import { serializeResult } from './response-body.ts';
import { createSingleEventResponse } from './server-sent-events.ts';
import { locationsOfError } from './source-locations.ts';

/** Turns whatever was thrown into an error of the catalogue, and logs what is a defect. */
export type ToActionError = (error: unknown, requestId: string) => ActionError;

/** The libraries' messages hold the values that they are about, whole; an answer does not. */
const maxMessageLength = 500;

/** The libraries' own words for an operation that cannot be run; they may be shown. */
function isAboutOperation(error: GraphQLError): boolean {
  const cause = error.originalError;
  return !cause || cause instanceof GraphQLError || cause.name === 'PothosValidationError';
}

/**
 * One error as the client sees it: expected ones with their code, the operation's own faults as they are, anything
 * else masked, with the request id that finds it in the log.
 */
export function toClientError(
  error: unknown,
  requestId: string,
  asActionError: ToActionError,
): GraphQLError {
  if (error instanceof GraphQLError && isAboutOperation(error)) {
    const extensions = { code: 'invalid_operation', requestId };
    const message = withOperatorHint(truncateText(error.message, maxMessageLength));
    return withLocationsOf(error, new GraphQLError(message, { extensions }));
  }
  const cause = error instanceof GraphQLError ? error.originalError : error;
  const clientError = toGraphQLError(asActionError(cause, requestId), requestId);
  return error instanceof GraphQLError ? withLocationsOf(error, clientError) : clientError;
}

/** The result with the errors and, if requested, the cost that the client receives. */
export function toClientResult(
  { data, errors }: ExecutionResult,
  { operation }: OperationDefinitionNode,
  requestId: string,
  toActionError: ToActionError,
  cost: { requested: number; limit: number } | undefined,
): ExecutionResult {
  const toWrittenError: ToActionError = (error, id) => {
    const actionError = toActionError(error, id);
    return actionError.status === 503 ? outcomeUnknownError(id, false, actionError) : actionError;
  };
  // Errors below a mutation must not tell the client to retry: its change is committed.
  const converterOf = ({ path }: GraphQLError) =>
    operation === 'mutation' && (path?.length ?? 0) > 1 ? toWrittenError : toActionError;
  return {
    ...(errors && {
      errors: errors.map((error) => toClientError(error, requestId, converterOf(error))),
    }),
    ...(data === undefined ? {} : { data }),
    ...(cost && { extensions: { cost } }),
  };
}

/** The error as it is shown, at the place where another one is. */
function withLocationsOf(
  original: GraphQLError,
  { message, extensions }: GraphQLError,
): GraphQLError {
  const withLocationsOf = new GraphQLError(message, { path: original.path ?? null, extensions });
  return Object.assign(withLocationsOf, { locations: locationsOfError(original) });
}

const eventType = 'text/event-stream';
const responseType = 'application/graphql-response+json';

/** Whether the client prefers the media type in which failures have statuses of their own. */
function prefersResponseType(accept: string): boolean {
  const preferred = accept.indexOf(responseType);
  const plain = accept.indexOf('application/json');
  return preferred !== -1 && (plain === -1 || preferred < plain);
}

function acceptsOnlyEvents(accept: string): boolean {
  return accept.includes(eventType) && !/json|\*\/\*/.test(accept);
}

/** @throws ActionError invalid_operation where the client does not take the events of a subscription. */
export function requireEventStreamAccept(request: HttpRequest): void {
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes(eventType) || /\*\/\*|text\/\*/.test(accept)) return;
  throw new ActionError(
    'invalid_operation',
    `A subscription is a stream of events. Request it with Accept: ${eventType}.`,
  );
}

/** Whether a browser may keep the answer, to ask only whether it has changed: it is one of a URL, and whole. */
function isCacheable({ method }: HttpRequest, { data, errors }: ExecutionResult): boolean {
  return method === 'GET' && data !== undefined && errors === undefined;
}

/**
 * An answer as GraphQL over HTTP has it. A request that is no GraphQL request, or may not be made, has a failure status
 * in any case; an operation that cannot be run has 400 where the client takes the media type that allows it. `about` are the
 * headers that tell of the request: its id, and what is left of its caller's limits.
 */
export function createGraphQLResponse(
  result: ExecutionResult,
  request: HttpRequest,
  requestHeaders: Readonly<Record<string, string>>,
  failureStatus?: number,
): HttpResponse {
  const accept = request.headers.get('accept') ?? '';
  if (failureStatus === undefined && acceptsOnlyEvents(accept))
    return createSingleEventResponse(result, requestHeaders);
  const isResponseType = prefersResponseType(accept);
  const isExecuted = 'data' in result;
  const status = isExecuted ? 200 : (failureStatus ?? (isResponseType ? 400 : 200));
  const body = serializeResult(result);
  const headers: Record<string, string> = {
    'content-type': `${isResponseType ? responseType : 'application/json'}; charset=utf-8`,
    ...requestHeaders,
    'cache-control': isCacheable(request, result) ? 'private, no-cache' : 'no-store',
    // Only what has a length is compressed on the way.
    'content-length': String(Buffer.byteLength(body)),
  };
  const [first] = result.errors ?? [];
  const retryAfter = first?.extensions.retryAfterSeconds;
  if (!isExecuted && retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (status === 401) headers['www-authenticate'] = 'ApiKey realm="actiongraph"';
  if (status === 405) headers.allow = request.method === 'GET' ? 'POST' : 'GET, POST';
  if (status === 426) headers.upgrade = 'HTTP/1.1';
  return { status, headers, body };
}

/** What cannot be streamed now has a status, upon which clients try again; what is wrong with it has not. */
export function createSubscriptionErrorResponse(
  result: ExecutionResult,
  request: HttpRequest,
  requestHeaders: Readonly<Record<string, string>>,
): HttpResponse {
  const { status } = (result.errors?.[0]?.extensions.http ?? {}) as { status?: number };
  return createGraphQLResponse(
    result,
    request,
    requestHeaders,
    status !== undefined && status >= 500 ? status : undefined,
  );
}
