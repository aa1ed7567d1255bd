import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import { createOriginMatcher } from '../config/allowed-origins.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { basePaths } from '../rest/core/route-paths.ts';
import { sendProtocolError } from './protocol-errors.ts';

/** Browsers ask again after two hours; none remembers longer. */
const preflightSeconds = 7_200;

/** What browsers would otherwise hide from the page that asked. */
const exposedHeaders = [
  ...['X-Request-Id', 'Retry-After', 'ETag', 'Allow', 'Link', 'Set-Auth-Token'],
  ...['Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy', 'X-Write-Position'],
];

const doors = ['/graphql', '/auth', ...Object.values(basePaths).flat()];

/** A path that is read as it is written. */
const plainPath = /^(?:\/[\w-]+)+\/?$/;

/** The path as routes are found by it; a URL that cannot be read leads to no door. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (plainPath.test(path)) return path;
  try {
    return decodeURI(new URL(url, 'http://localhost').pathname);
  } catch {
    return '';
  }
}

const belowDoors = doors.map((door) => `${door}/`);

const isDoor = (path: string) =>
  doors.includes(path) || belowDoors.some((below) => path.startsWith(below));

/**
 * Lets pages of allowed origins call both doors: preflights are answered here, without a key, and every other answer,
 * refusals and errors too, says that the page may read it. A preflight of another origin is 403 `origin_not_allowed`, so
 * that whoever looks at it sees why. Answers whether it took the request. Cookies may be sent along: browsers do so for
 * pages of the same site only (SameSite), and the origin is looked at again before they count (auth/origin-check.ts).
 */
export function createCorsHandler(entries: readonly string[]) {
  const mayCall = createOriginMatcher(entries);
  const allow = cors({
    origin: (origin, done) => done(null, origin !== undefined && mayCall(origin)),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    credentials: true,
    maxAge: preflightSeconds,
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method, url = '' } = request;
    const { origin } = headers;
    if (!isDoor(pathOf(url))) return false;
    const isPreflight =
      method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    response.setHeader('vary', 'Origin, Accept-Encoding');
    if (origin === undefined) return false;
    if (isPreflight && !mayCall(origin)) {
      const message = `Pages of ${origin.slice(0, 200)} may not call this service: CORS_ORIGINS does not name that origin.`;
      sendProtocolError(response, new ActionError('origin_not_allowed', message), url);
      return true;
    }
    if (!mayCall(origin)) return false;
    let isAnswered = true;
    allow(request as never, response as never, () => {
      isAnswered = false;
    });
    return isAnswered;
  };
}
