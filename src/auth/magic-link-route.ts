import { authPathOf, authRouteNameOf, queryParametersOf } from './auth-request.ts';
import type { AuthRoute } from './auth-route.ts';
import type { Forward } from './forwarded-request.ts';
import { toForwardedRequest } from './forwarded-request.ts';
import { parseRouteInput } from './request-inputs.ts';
import { redirectAfterSignIn } from './sign-in-redirects.ts';

/**
 * Mail scanners send GET, with which better-auth would use up a link. So GET shows a page
 * (pages/sign-in-link.ts) and this POST uses the link.
 */
export function createMagicLinkRoute(
  forward: Forward,
  publicUrl: string,
): Readonly<Record<string, AuthRoute>> {
  return {
    'POST /magic-link/verify': {
      rateLimitCategory: 'try',
      handle: async ({ metadata, request }) => {
        const query = queryParametersOf(request);
        const input = parseRouteInput(authRouteNameOf(request), query) ?? query;
        const verification = new Request(request.url, { headers: request.headers });
        const forwarded = toForwardedRequest(verification, input);
        const response = await forward(verification, authPathOf(request), forwarded, metadata);
        return redirectAfterSignIn(response, publicUrl, { request });
      },
    },
  };
}
