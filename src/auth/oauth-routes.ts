import { toSingleLine } from '../platform/text/sanitize-text.ts';
import type { RequestMetadata } from './auth-request.ts';
import { authPathOf, readAuthBody, readAuthForm } from './auth-request.ts';
import type { Forwarders } from './forwarders.ts';
import { addResponseFields } from './sign-in-redirects.ts';
import type { RateLimitCategory } from './sign-in-rules.ts';

/** Apps call these routes without a session. Errors have the format of RFC 6749 §5.2. */
interface OAuthRoute {
  rateLimitCategory: RateLimitCategory;
  handle: (request: Request, metadata: RequestMetadata) => Promise<Response>;
}

/** The other parameters authenticate clients with secrets. No client has a secret. */
const formFields = [
  ...['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'resource', 'scope'],
  ...['refresh_token', 'token', 'token_type_hint'],
];

const maxNameLength = 100;

/** Every app is a public client. The redirect rules of native apps include those of websites. */
const fixedMetadata = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  application_type: 'native',
};

export function createOAuthRoutes(
  forwardRaw: Forwarders['forwardRaw'],
): Readonly<Record<string, OAuthRoute>> {
  const forward = (request: Request, type: string, body: string, metadata: RequestMetadata) =>
    forwardRaw(
      new Request(request.url, { method: 'POST' }),
      authPathOf(request),
      { body, search: '', headers: { 'content-type': type, accept: 'application/json' } },
      metadata,
    );
  const forwardForm: OAuthRoute['handle'] = async (request, metadata) => {
    const given = await readAuthForm(request);
    const form = new URLSearchParams(
      formFields.flatMap((name) => given.getAll(name).map((value) => [name, value])),
    );
    return forward(request, 'application/x-www-form-urlencoded', form.toString(), metadata);
  };
  return {
    'POST /oauth2/token': { rateLimitCategory: 'other', handle: forwardForm },
    'POST /oauth2/revoke': { rateLimitCategory: 'other', handle: forwardForm },
    'POST /oauth2/register': {
      rateLimitCategory: 'try',
      handle: async (request, metadata) => {
        const given = (await readAuthBody(request)) as Record<string, unknown> | null;
        const { client_name: name, redirect_uris } = given ?? {};
        const client_name =
          typeof name === 'string' ? toSingleLine(name).slice(0, maxNameLength) : undefined;
        const body = JSON.stringify({ ...fixedMetadata, client_name, redirect_uris });
        const response = await forward(request, 'application/json', body, metadata);
        return response.ok ? addResponseFields(response, fixedMetadata) : response;
      },
    },
  };
}
