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
 * A refusal is answered this much later, together with all others that came meanwhile: who tries again at once, whatever
 * Retry-After says, has to be kept from taking the time of those who are worked on.
 */
const pauseMillis = 30;

/** Refusing takes no more than this of each such pause; whoever is left over is refused after the next. */
const budgetMillis = 5;

/** How often the log says how many were refused; a line for each would take longer than to refuse it. */
const toldMillis = 1_000;

const surface = Object.values(basePaths).flatMap((paths) => paths.map((path) => `${path}/`));

/** Whether it is one of those that are admitted; everything else costs little, GraphiQL’s page too. */
function asksToBeAdmitted({ method, url = '' }: IncomingMessage): boolean {
  if (url.startsWith('/graphql')) return method === 'POST';
  return surface.some((path) => url.startsWith(path));
}

/**
 * Refuses requests that would not be admitted, before anything is made of them. Answers whether it took the request. Those
 * that come in by it and find no room later are refused by the admission itself, in the same words.
 * Where figures are kept, those that were answered so are counted.
 */
export function createLoadShedder(
  admission: AdmissionControl,
  log: Logger,
  metrics?: Pick<Metrics, 'recordFailure'>,
) {
  let refused: [request: IncomingMessage, response: ServerResponse][] = [];
  let untold = 0;

  function answerAll(): void {
    if (untold === 0) setTimeout(tell, toldMillis).unref();
    const end = performance.now() + budgetMillis;
    let done = 0;
    for (const [request, response] of refused) {
      refuse(request, response);
      done += 1;
      if (performance.now() > end) break;
    }
    untold += done;
    metrics?.recordFailure(error.code, done);
    refused = refused.slice(done);
    if (refused.length > 0) setTimeout(answerAll, pauseMillis);
  }

  function tell(): void {
    log.warn({ refused: untold }, 'requests were refused: there was more to do than can be done');
    untold = 0;
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!asksToBeAdmitted(request)) return false;
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    if (!admission.isFullFor(callerFromHeaders(header))) return false;
    if (refused.length === 0) setTimeout(answerAll, pauseMillis);
    refused.push([request, response]);
    return true;
  };
}

/** Made once: an error's stack takes longer to make than all the rest of a refusal. */
const error = overloadedError();

function refuse({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
  const sent = headers['x-request-id'];
  const requestId = validRequestIdOf(typeof sent === 'string' ? sent : undefined) ?? randomUUID();
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
  const { http: _, ...shown } = extensions;
  return { message, extensions: shown };
}
