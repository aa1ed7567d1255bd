import { authPathOf } from './auth-request.ts';
import type { AuthRequest } from './auth-route.ts';
import type { BetterAuth } from './better-auth.ts';
import { toActionError } from './better-auth-errors.ts';
import type { Forward } from './forwarded-request.ts';
import { linkSignInHeader } from './link-sign-in.ts';

/** Only the service sets these headers. Values from clients are dropped. */
const reservedHeaders = [
  'x-visitor-address',
  'origin',
  'referer',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  linkSignInHeader,
];

export interface Forwarders {
  /** @throws ActionError if better-auth rejects the request */
  forward: Forward;
  /** Returns every response of better-auth. */
  forwardRaw: Forward;
  /** Sends `body` instead of the request's body. */
  forwardBody: (
    authRequest: AuthRequest,
    body: object,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

export function createForwarders(
  betterAuth: () => Promise<BetterAuth>,
  publicUrl: string,
): Forwarders {
  const authUrl = new URL(`${publicUrl}/auth`);

  const forwardRaw: Forward = async (request, path, forwarded, metadata) => {
    const headers = new Headers(request.headers);
    for (const name of [...reservedHeaders, 'content-length']) headers.delete(name);
    headers.set('origin', authUrl.origin);
    if (forwarded.body !== null) headers.set('content-type', 'application/json');
    headers.set('x-visitor-address', metadata.address);
    for (const [name, value] of Object.entries(forwarded.headers ?? {})) headers.set(name, value);
    const url = `${authUrl.href}${path}${forwarded.search}`;
    const { handler } = await betterAuth();
    const { method } = request;
    return handler(new Request(url, { method, headers, body: forwarded.body }));
  };

  const forward: Forward = async (...args) => {
    const response = await forwardRaw(...args);
    if (response.status >= 400) throw await toActionError(response);
    return response;
  };

  const forwardBody: Forwarders['forwardBody'] = ({ request, metadata }, body, headers = {}) => {
    const forwarded = { body: JSON.stringify(body), search: '', headers };
    return forward(request, authPathOf(request), forwarded, metadata);
  };

  return { forward, forwardBody, forwardRaw };
}
