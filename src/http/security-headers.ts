import type { ServerResponse } from 'node:http';

/**
 * Headers of every response: a browser neither guesses a content type nor gives the response to a page of another origin that
 * embeds it. CORS requests of allowed origins are not affected.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Call it before anything else handles the request. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
}
