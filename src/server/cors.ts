import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import { createOriginMatcher } from '../config/allowed-origins.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { basePaths } from '../rest/core/route-paths.ts';
import { sendProtocolError } from './protocol-errors.ts';

/** The browsers' maximum. */
const preflightMaxAgeSeconds = 7_200;

/** Browsers hide other headers from the page. */
const exposedHeaders = [
  ...['X-Request-Id', 'Retry-After', 'ETag', 'Allow', 'Link', 'Set-Auth-Token'],
  ...['Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy', 'X-Write-Position'],
  ...['Ignored-Parameters', 'Preference-Applied', 'Dry-Run'],
];

const apiPaths = ['/graphql', '/auth', ...Object.values(basePaths).flat()];

const plainPath = /^(?:\/[\w-]+)+\/?$/;

/** Decoded; empty for an invalid URL. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (plainPath.test(path)) return path;
  try {
    return decodeURI(new URL(url, 'http://localhost').pathname);
  } catch {
    return '';
  }
}

const apiPathPrefixes = apiPaths.map((path) => `${path}/`);

const isApiPath = (path: string) =>
  apiPaths.includes(path) || apiPathPrefixes.some((prefix) => path.startsWith(prefix));

/**
 * A preflight of another origin gets 403, so that developers see the reason. Returns whether the request is
 * handled. SameSite and auth/origin-check.ts protect cookies.
 */
export function createCorsHandler(entries: readonly string[]) {
  const isAllowedOrigin = createOriginMatcher(entries);
  const addCorsHeaders = cors({
    origin: (origin, callback) => callback(null, origin !== undefined && isAllowedOrigin(origin)),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    credentials: true,
    maxAge: preflightMaxAgeSeconds,
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method, url = '' } = request;
    const { origin } = headers;
    if (!isApiPath(pathOf(url))) return false;
    const isPreflight =
      method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    response.setHeader('vary', 'Origin, Accept-Encoding');
    if (origin === undefined) return false;
    if (isPreflight && !isAllowedOrigin(origin)) {
      const message = `Pages of ${origin.slice(0, 200)} cannot call this service: CORS_ORIGINS does not contain that origin.`;
      sendProtocolError(response, new ActionError('origin_not_allowed', message), url);
      return true;
    }
    if (!isAllowedOrigin(origin)) return false;
    let isHandled = true;
    addCorsHeaders(request as never, response as never, () => {
      isHandled = false;
    });
    return isHandled;
  };
}
