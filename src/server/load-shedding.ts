import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import {
  type AdmissionControl,
  callerFromHeaders,
  overloadedError,
} from '../limits/admission-control.ts';
import type { Metrics } from '../observability/metrics.ts';
import { validRequestIdOf } from '../observability/request-log.ts';
import { responseHeaders, toErrorBody } from '../rest/core/error-responses.ts';
import { basePaths } from '../rest/core/route-paths.ts';
import { toGraphQLError } from '../schema/core/error-types.ts';

/**
 * Rejected requests get their response after this delay, in a batch. Otherwise clients that retry at once and ignore
 * Retry-After would take the time of the admitted requests.
 */
const responseDelayMs = 30;

/** Maximum duration of a batch. The remaining requests are in the next one, unless they have waited for long. */
const maxBatchMs = 5;

/** Requests that have waited this long get their response in the next batch, however many they are. */
const maxWaitMs = 150;

/** Interval of the log lines. A line for each request would take longer than its rejection. */
const logIntervalMs = 1_000;

const restPathPrefixes = Object.values(basePaths).flatMap((paths) =>
  paths.map((path) => `${path}/`),
);

/** Requests of the APIs need an admission. All others are cheap, including the page of GraphiQL. */
function needsAdmission({ headers, method, url = '' }: IncomingMessage): boolean {
  if (/^\/graphql(\?|$)/.test(url)) {
    return method === 'POST' || (method === 'GET' && !headers.accept?.includes('text/html'));
  }
  return restPathPrefixes.some((path) => url.startsWith(path));
}

/**
 * Rejects requests that would not be admitted, before they are parsed. Returns whether the request is rejected. The admission
 * itself rejects later requests with the same error. Rejected requests count in the metrics.
 */
export function createLoadShedder(
  admission: AdmissionControl,
  log: Logger,
  metrics?: Pick<Metrics, 'recordFailure'>,
) {
  let rejectedRequests: [request: IncomingMessage, response: ServerResponse, since: number][] = [];
  let unloggedCount = 0;

  function respondToBatch(): void {
    if (unloggedCount === 0) setTimeout(logCount, logIntervalMs).unref();
    const startedAt = performance.now();
    let responseCount = 0;
    for (const [request, response, since] of rejectedRequests) {
      if (performance.now() - startedAt > maxBatchMs && startedAt - since < maxWaitMs) break;
      sendOverloadedError(request, response);
      responseCount += 1;
    }
    unloggedCount += responseCount;
    metrics?.recordFailure(error.code, responseCount);
    rejectedRequests = rejectedRequests.slice(responseCount);
    if (rejectedRequests.length > 0) setTimeout(respondToBatch, responseDelayMs);
  }

  function logCount(): void {
    log.warn({ refused: unloggedCount }, 'requests were rejected: the service is overloaded');
    unloggedCount = 0;
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!needsAdmission(request)) return false;
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    if (!admission.isFullFor(callerFromHeaders(header))) return false;
    if (rejectedRequests.length === 0) setTimeout(respondToBatch, responseDelayMs);
    rejectedRequests.push([request, response, performance.now()]);
    return true;
  };
}

/** Created once, because the stack of an error takes longer than the rest of a rejection. */
const error = overloadedError();

function sendOverloadedError(
  { headers, url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const callerRequestId = headers['x-request-id'];
  const requestId =
    validRequestIdOf(typeof callerRequestId === 'string' ? callerRequestId : undefined) ??
    randomUUID();
  const [path = ''] = url.split('?');
  const body =
    path === '/graphql'
      ? { errors: [graphqlError(requestId)] }
      : toErrorBody(error, { path, requestId, now: new Date() });
  response.writeHead(error.status, {
    ...responseHeaders(requestId),
    'retry-after': String(error.details.retryAfterSeconds),
  });
  response.end(JSON.stringify(body));
}

function graphqlError(requestId: string): object {
  const { message, extensions } = toGraphQLError(error, requestId);
  const { http: _, ...publicExtensions } = extensions;
  return { message, extensions: publicExtensions };
}
