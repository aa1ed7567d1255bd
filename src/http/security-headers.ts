import type { ServerResponse } from 'node:http';

/** Browsers neither guess content types nor embed responses in pages of other origins, except by CORS. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Before any other handler. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
}
