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

/** Logs defects. */
export type ToActionError = (error: unknown, requestId: string) => ActionError;

/** Messages of libraries can contain whole values. */
const maxMessageLength = 500;

/** Messages of libraries about the operation are safe to show. */
function isAboutOperation(error: GraphQLError): boolean {
  const cause = error.originalError;
  return !cause || cause instanceof GraphQLError || cause.name === 'PothosValidationError';
}

/** Masks unexpected errors; the request id finds them in the log. */
export function toClientError(
  error: unknown,
  requestId: string,
  toActionError: ToActionError,
): GraphQLError {
  if (error instanceof GraphQLError && isAboutOperation(error)) {
    const extensions = { code: 'invalid_operation', requestId };
    const message = withOperatorHint(truncateText(error.message, maxMessageLength));
    return withLocationsOf(error, new GraphQLError(message, { extensions }));
  }
  const cause = error instanceof GraphQLError ? error.originalError : error;
  const clientError = toGraphQLError(toActionError(cause, requestId), requestId);
  return error instanceof GraphQLError ? withLocationsOf(error, clientError) : clientError;
}

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
  // An error below a mutation must not suggest a retry: the change is committed.
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

function withLocationsOf(
  original: GraphQLError,
  { message, extensions }: GraphQLError,
): GraphQLError {
  const withLocationsOf = new GraphQLError(message, { path: original.path ?? null, extensions });
  return Object.assign(withLocationsOf, { locations: locationsOfError(original) });
}

const eventType = 'text/event-stream';
const responseType = 'application/graphql-response+json';

/** In this media type, failures have HTTP statuses. */
function prefersResponseType(accept: string): boolean {
  const preferred = accept.indexOf(responseType);
  const plain = accept.indexOf('application/json');
  return preferred !== -1 && (plain === -1 || preferred < plain);
}

function acceptsOnlyEvents(accept: string): boolean {
  return accept.includes(eventType) && !/json|\*\/\*/.test(accept);
}

/** @throws ActionError invalid_operation */
export function requireEventStreamAccept(request: HttpRequest): void {
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes(eventType) || /\*\/\*|text\/\*/.test(accept)) return;
  throw new ActionError(
    'invalid_operation',
    `A subscription is a stream of events. Request it with Accept: ${eventType}.`,
  );
}

/** Only complete responses to GET, with revalidation. */
function isCacheable({ method }: HttpRequest, { data, errors }: ExecutionResult): boolean {
  return method === 'GET' && data !== undefined && errors === undefined;
}

/**
 * GraphQL over HTTP: invalid requests have a failure status; an operation that cannot run has 400 only in the
 * media type that allows it.
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
    // Only responses with a length are compressed.
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

/** Only temporary errors have a failure status, since clients retry after one. */
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
