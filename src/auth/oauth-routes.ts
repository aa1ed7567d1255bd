import type { PrismaClient } from '../generated/prisma/client.ts';
import type { RequestMetadata } from './auth-request.ts';
import { authPathOf, readAuthForm } from './auth-request.ts';
import type { Forwarders } from './forwarders.ts';
import { registerOAuthApp } from './oauth-registration.ts';
import type { RateLimitCategory } from './sign-in-rules.ts';

/** Apps call these routes without a session. Errors have the format of RFC 6749 §5.2. */
interface OAuthRoute {
  rateLimitCategory: RateLimitCategory;
  handle: (request: Request, metadata: RequestMetadata) => Promise<Response>;
}

/**
 * The other parameters authenticate clients with secrets, and no client has one. Without the hint, the plugin looks for both
 * kinds of token (RFC 7009 §2.1).
 */
const formFields = [
  ...['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'resource', 'scope'],
  ...['refresh_token', 'token'],
];

export function createOAuthRoutes(
  prisma: PrismaClient,
  forwardRaw: Forwarders['forwardRaw'],
): Readonly<Record<string, OAuthRoute>> {
  const forwardForm: OAuthRoute['handle'] = async (request, metadata) => {
    const given = await readAuthForm(request);
    const form = new URLSearchParams(
      formFields.flatMap((name) => given.getAll(name).map((value) => [name, value])),
    );
    const type = 'application/x-www-form-urlencoded';
    const headers = { 'content-type': type, accept: 'application/json' };
    return forwardRaw(
      new Request(request.url, { method: 'POST' }),
      authPathOf(request),
      { body: form.toString(), search: '', headers },
      metadata,
    );
  };
  return {
    'POST /oauth2/token': { rateLimitCategory: 'other', handle: forwardForm },
    'POST /oauth2/revoke': { rateLimitCategory: 'other', handle: forwardForm },
    'POST /oauth2/register': {
      rateLimitCategory: 'try',
      handle: (request) => registerOAuthApp(prisma, request),
    },
  };
}
