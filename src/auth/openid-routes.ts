import { externalProviderId } from '../domain/identities/external-accounts.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { AuthRoute } from './auth-route.ts';
import type { Forward } from './forwarded-request.ts';
import type { OpenId } from './openid.ts';
import { parseRouteInput } from './request-inputs.ts';
import type { SignInErrorReason } from './sign-in-errors.ts';
import { signInErrorUrl } from './sign-in-errors.ts';

interface OpenIdRoutesOptions {
  openId: OpenId;
  publicUrl: string;
  /** @throws ActionError if better-auth rejects the request */
  forward: Forward;
  /** Returns every response of better-auth. */
  forwardRaw: Forward;
}

/**
 * Returns the provider's URL. The provider redirects to the callback, and that to `callbackURL` or an error
 * page. Other input is dropped, because better-auth would accept an ID token in it.
 */
export function createOpenIdRoutes({
  openId,
  publicUrl,
  forward,
  forwardRaw,
}: OpenIdRoutesOptions): Readonly<Record<string, AuthRoute>> {
  return {
    [startRoute]: {
      rateLimitCategory: 'try',
      handle: async ({ input, request, metadata }) => {
        const { callbackURL = '/' } = parseRouteInput(startRoute, input) ?? {};
        await openId.ready();
        const body = { provider: externalProviderId, callbackURL, disableRedirect: true };
        const forwarded = { body: JSON.stringify(body), search: '' };
        return forward(request, '/sign-in/social', forwarded, metadata);
      },
    },
    'GET /callback/openid': {
      rateLimitCategory: 'try',
      handle: async ({ request, metadata }) => {
        try {
          // The first step may have been in another process.
          await openId.ready();
        } catch (error) {
          if (error instanceof ActionError) return redirectToError(publicUrl, 'issuer_unavailable');
          throw error;
        }
        const { search } = new URL(request.url);
        const path = `/callback/${externalProviderId}`;
        const response = await forwardRaw(request, path, { body: null, search }, metadata);
        return response.status === 302 ? response : redirectToError(publicUrl, 'invalid_answer');
      },
    },
  };
}

const startRoute = 'POST /sign-in/openid';

function redirectToError(publicUrl: string, reason: SignInErrorReason): Response {
  return new Response(null, {
    status: 302,
    headers: { location: signInErrorUrl(publicUrl, reason) },
  });
}
