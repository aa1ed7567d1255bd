import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

type Policy = NonNullable<
  NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']
>;

/**
 * What every page says to the browser: nothing is loaded from elsewhere, sent elsewhere by a form, or shown in somebody's
 * frame. What a page lets in of this service, it says itself.
 */
export function pageSecurityHeaders(
  own: Policy,
  options: Pick<NonNullable<Parameters<typeof secureHeaders>[0]>, 'referrerPolicy'> = {},
): MiddlewareHandler {
  const { formAction = ["'none'"], ...sources } = own;
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    ...sources,
    baseUri: ["'none'"],
    formAction,
    frameAncestors: ["'none'"],
  };
  // Whether the service is reached by HTTPS alone is for the proxy before it to say.
  return secureHeaders({ contentSecurityPolicy, strictTransportSecurity: false, ...options });
}

/** A source of styles: nothing but a page's own. */
export function styleHashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
