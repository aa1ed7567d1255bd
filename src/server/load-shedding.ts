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

/** Clients that retry at once would take the time of admitted requests. */
const responseDelayMs = 30;

/** The rest is in the next batch, unless it has waited for long. */
const maxBatchMs = 5;

const maxWaitMs = 150;

/** A line per rejection would cost more than the rejection. */
const logIntervalMs = 1_000;

const restPathPrefixes = Object.values(basePaths).flatMap((paths) =>
  paths.map((path) => `${path}/`),
);

function needsAdmission({ headers, method, url = '' }: IncomingMessage): boolean {
  if (/^\/graphql(\?|$)/.test(url)) {
    return method === 'POST' || (method === 'GET' && !headers.accept?.includes('text/html'));
  }
  return restPathPrefixes.some((path) => url.startsWith(path));
}

/** Rejects before parsing. Returns whether the request is rejected. */
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
      const isLate = performance.now() - startedAt > maxBatchMs;
      if (responseCount > 0 && isLate && startedAt - since < maxWaitMs) break;
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

/** Created once: an error's stack takes longer than the rest of a rejection. */
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
