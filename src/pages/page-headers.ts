import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

type Policy = NonNullable<
  NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']
>;

/**
 * Security headers of every page: no external resources, forms or frames. A page adds the sources
 * that it needs.
 */
export function pageSecurityHeaders(
  policy: Policy,
  options: Pick<NonNullable<Parameters<typeof secureHeaders>[0]>, 'referrerPolicy'> = {},
): MiddlewareHandler {
  const { formAction = ["'none'"], ...sources } = policy;
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    ...sources,
    baseUri: ["'none'"],
    formAction,
    frameAncestors: ["'none'"],
  };
  // The proxy decides whether the service requires HTTPS.
  return secureHeaders({ contentSecurityPolicy, strictTransportSecurity: false, ...options });
}

/** CSP source for one style sheet. */
export function styleHashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
