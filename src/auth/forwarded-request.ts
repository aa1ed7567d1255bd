import type { RequestMetadata } from './auth-request.ts';
import { authPathOf } from './auth-request.ts';
import { signInPagePath, startPagePath } from './sign-in-redirects.ts';

export interface ForwardedRequest {
  body: string | null;
  search: string;
  headers?: Readonly<Record<string, string>>;
}

export type Forward = (
  request: Request,
  path: string,
  forwarded: ForwardedRequest,
  metadata: RequestMetadata,
) => Promise<Response>;

export function toForwardedRequest(request: Request, input: unknown): ForwardedRequest {
  if (request.method !== 'GET') {
    const isLink = authPathOf(request) === '/sign-in/magic-link';
    return {
      body: JSON.stringify(isLink ? withCallbackPages(input as MagicLinkInput) : input),
      search: '',
    };
  }
  return { body: null, search: `?${new URLSearchParams(input as Record<string, string>)}` };
}

interface MagicLinkInput {
  callbackURL?: string;
  errorCallbackURL?: string;
}

/** By default a mailed link leads to the start page. */
function withCallbackPages({
  callbackURL = startPagePath,
  ...rest
}: MagicLinkInput): MagicLinkInput {
  const { errorCallbackURL = callbackURL.startsWith('/') ? signInPagePath : callbackURL } = rest;
  return { ...rest, callbackURL, errorCallbackURL };
}
