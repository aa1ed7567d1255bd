import { createOriginMatcher } from '../config/allowed-origins.ts';
import { ActionError } from '../platform/errors/action-error.ts';

/** What is looked at of a request. */
export interface RequestHead {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers send these headers to another origin only after a preflight. */
const preflightHeaders = [
  ...['graphql-require-preflight', 'apollo-require-preflight', 'x-apollo-operation-name'],
  ...['x-workspace', 'x-contact'],
];

const forcesPreflight = (headers: RequestHead['headers']): boolean =>
  preflightHeaders.some((name) => headers.get(name)) ||
  /^application\/json\b/i.test(headers.get('content-type') ?? '');

/**
 * Refuses what a page of an origin that is not allowed lets a browser send along with somebody's cookie (CSRF). Browsers
 * say where a request comes from, and pages cannot change it; what says nothing is no browser's, and has no business with a
 * cookie. Reads are not checked, because pages of other origins cannot see the response, unless `checksReads` is set: a
 * query in a URL is run at a cost that its text decides.
 * @throws ActionError origin_not_allowed
 */
export function createOriginCheck(publicUrl: string, corsOrigins: readonly string[]) {
  const mayCall = createOriginMatcher([new URL(publicUrl).origin, ...corsOrigins]);
  return ({ headers, method }: RequestHead, { checksReads = false } = {}): void => {
    if (safeMethods.has(method) && (!checksReads || forcesPreflight(headers))) return;
    const origin = headers.get('origin');
    if (origin !== null && mayCall(origin)) return;
    if (headers.get('sec-fetch-site') === 'same-origin') return;
    const message =
      origin === null
        ? 'A request with a cookie has to say which page sent it, by the header Origin. Outside of browsers, send a token: Authorization: Bearer.'
        : `Pages of ${origin.slice(0, 200)} may not act for somebody who signed in: CORS_ORIGINS does not name that origin.`;
    throw new ActionError('origin_not_allowed', message);
  };
}

/**
 * Whether somebody may be sent to a URL, or to a path of ours: to pages of this service and of CORS_ORIGINS, as a browser reads
 * the address.
 */
export function createRedirectRule(publicUrl: string, corsOrigins: readonly string[]) {
  const { origin: own } = new URL(publicUrl);
  const mayCall = createOriginMatcher([own, ...corsOrigins]);
  return (url: string): boolean =>
    URL.canParse(url, own) && mayCall(new URL(url, own).origin) && !/[\\\s]/.test(url);
}
