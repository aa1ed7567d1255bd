import { createOriginMatcher } from '../config/allowed-origins.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { readCredential } from './credentials.ts';

export interface RequestHead {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers send these cross-origin only after a preflight. */
const preflightHeaders = [
  ...['graphql-require-preflight', 'apollo-require-preflight', 'x-apollo-operation-name'],
  ...['x-workspace', 'x-contact'],
];

const forcesPreflight = (headers: RequestHead['headers']): boolean =>
  preflightHeaders.some((name) => headers.get(name)) ||
  /^application\/json\b/i.test(headers.get('content-type') ?? '');

/**
 * Rejects requests with a session cookie from other origins (CSRF). Reads are rejected only if embedded, because
 * people follow links. `checksReads` also rejects reads without preflight, because queries can be expensive.
 */
export function createOriginCheck(
  publicUrl: string,
  corsOrigins: readonly string[],
  cookieName: string,
) {
  const mayCall = createOriginMatcher([new URL(publicUrl).origin, ...corsOrigins]);
  const isEmbeddedWithCookie = (headers: RequestHead['headers']): boolean => {
    const credential = readCredential(headers, cookieName);
    return credential !== undefined && 'cookie' in credential && isEmbedded(headers);
  };
  /** @throws ActionError origin_not_allowed */
  return ({ headers, method }: RequestHead, { checksReads = false } = {}): void => {
    const isChecked =
      !safeMethods.has(method) ||
      (checksReads && !forcesPreflight(headers)) ||
      isEmbeddedWithCookie(headers);
    if (!isChecked) return;
    const origin = headers.get('origin');
    if (origin !== null && mayCall(origin)) return;
    if (headers.get('sec-fetch-site') === 'same-origin') return;
    const message =
      origin === null
        ? 'A request with a cookie needs the header Origin. Outside of browsers, send a token: Authorization: Bearer.'
        : `Pages of ${origin.slice(0, 200)} cannot use sessions: CORS_ORIGINS does not contain that origin.`;
    throw new ActionError('origin_not_allowed', message);
  };
}

/** For example as an image or a script. */
function isEmbedded(headers: RequestHead['headers']): boolean {
  const site = headers.get('sec-fetch-site');
  return (
    (site === 'cross-site' || site === 'same-site') && headers.get('sec-fetch-mode') !== 'navigate'
  );
}

/** Pages of this service and of CORS_ORIGINS. */
export function createRedirectRule(publicUrl: string, corsOrigins: readonly string[]) {
  const { origin: own } = new URL(publicUrl);
  const mayCall = createOriginMatcher([own, ...corsOrigins]);
  return (url: string): boolean =>
    URL.canParse(url, own) && mayCall(new URL(url, own).origin) && !/[\\\s]/.test(url);
}
