import type { ExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { ActionError, truncateText } from '../../platform/errors/action-error.ts';
import { toGraphQLError } from '../core/error-types.ts';
import { serializeResult } from './response-body.ts';
import { createSingleEventResponse } from './server-sent-events.ts';
import { locationsOfError } from './source-locations.ts';

/** Turns whatever was thrown into an error of the catalogue, and logs what is a defect. */
export type ToActionError = (error: unknown, requestId: string) => ActionError;

/** The libraries' messages hold the values that they are about, whole; an answer does not. */
const longestMessage = 500;

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
    const message = truncateText(error.message, longestMessage);
    return rebuilt(error, new GraphQLError(message, { extensions }));
  }
  const cause = error instanceof GraphQLError ? error.originalError : error;
  const presented = toGraphQLError(asActionError(cause, requestId), requestId);
  return error instanceof GraphQLError ? rebuilt(error, presented) : presented;
}

/** The error as it is shown, at the place where another one is. */
function rebuilt(at: GraphQLError, { message, extensions }: GraphQLError): GraphQLError {
  const shown = new GraphQLError(message, { path: at.path ?? null, extensions });
  return Object.assign(shown, { locations: locationsOfError(at) });
}

const eventType = 'text/event-stream';
const responseType = 'application/graphql-response+json';

/** Whether the client prefers the media type in which failures have statuses of their own. */
function prefersResponseType(accept: string): boolean {
  const wanted = accept.indexOf(responseType);
  const plain = accept.indexOf('application/json');
  return wanted !== -1 && (plain === -1 || wanted < plain);
}

function takesOnlyEvents(accept: string): boolean {
  return accept.includes(eventType) && !/json|\*\/\*/.test(accept);
}

/** @throws ActionError invalid_operation where the client does not take the events of a subscription. */
export function requireEventStreamAccept(request: HttpRequest): void {
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes(eventType) || /\*\/\*|text\/\*/.test(accept)) return;
  throw new ActionError(
    'invalid_operation',
    `A subscription is a stream of events; ask for it with Accept: ${eventType}.`,
  );
}

/** Whether a browser may keep the answer, to ask only whether it has changed: it is one of a URL, and whole. */
function isKept({ method }: HttpRequest, { data, errors }: ExecutionResult): boolean {
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
  about: Readonly<Record<string, string>>,
  failureStatus?: number,
): HttpResponse {
  const accept = request.headers.get('accept') ?? '';
  if (failureStatus === undefined && takesOnlyEvents(accept))
    return createSingleEventResponse(result, about);
  const modern = prefersResponseType(accept);
  const executed = 'data' in result;
  const status = executed ? 200 : (failureStatus ?? (modern ? 400 : 200));
  const body = serializeResult(result);
  const headers: Record<string, string> = {
    'content-type': `${modern ? responseType : 'application/json'}; charset=utf-8`,
    ...about,
    'cache-control': isKept(request, result) ? 'private, no-cache' : 'no-store',
    // Only what has a length is compressed on the way.
    'content-length': String(Buffer.byteLength(body)),
  };
  const [first] = result.errors ?? [];
  const retry = first?.extensions.retryAfterSeconds;
  if (!executed && retry !== undefined) headers['retry-after'] = String(retry);
  if (status === 401) headers['www-authenticate'] = 'ApiKey realm="actiongraph"';
  if (status === 405) headers.allow = 'POST';
  return { status, headers, body };
}
