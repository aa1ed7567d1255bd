import { externalProviderId } from '../domain/identities/external-accounts.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { AuthRoute, Forward } from './auth-route.ts';
import type { OpenId } from './openid.ts';
import { parseRouteInput } from './request-inputs.ts';
import type { SignInErrorReason } from './sign-in-errors.ts';
import { signInErrorUrl } from './sign-in-errors.ts';

interface OpenIdPathsOptions {
  openId: OpenId;
  publicUrl: string;
  /** Hands on to the library; what it refuses is thrown in the words of the house. */
  forward: Forward;
  /** The same, and answers what it answers. */
  pass: Forward;
}

/**
 * The two steps of signing in at the OpenID Connect provider: `POST /auth/sign-in/openid` answers where to send the browser, and the
 * provider sends it back to `GET /auth/callback/openid`, which ends at `callbackURL`, signed in, or at a page that says in
 * words why not. Of a body nothing else is handed on: the library would take an ID token in it, other scopes and more.
 * @throws ActionError issuer_unavailable from the first step
 */
export function createOpenIdRoutes({
  openId,
  publicUrl,
  forward,
  pass,
}: OpenIdPathsOptions): Readonly<Record<string, AuthRoute>> {
  return {
    [leaving]: {
      counted: 'try',
      answer: async ({ given, request, visitor }) => {
        const { callbackURL = '/' } = parseRouteInput(leaving, given) ?? {};
        await openId.ready();
        const asked = { provider: externalProviderId, callbackURL, disableRedirect: true };
        const sent = { body: JSON.stringify(asked), search: '' };
        return forward(request, '/sign-in/social', sent, visitor);
      },
    },
    'GET /callback/openid': {
      counted: 'try',
      answer: async ({ request, visitor }) => {
        try {
          // Another process may have sent the browser away.
          await openId.ready();
        } catch (error) {
          if (error instanceof ActionError) return refused(publicUrl, 'issuer_unavailable');
          throw error;
        }
        const { search } = new URL(request.url);
        const path = `/callback/${externalProviderId}`;
        const answer = await pass(request, path, { body: null, search }, visitor);
        return answer.status === 302 ? answer : refused(publicUrl, 'invalid_answer');
      },
    },
  };
}

const leaving = 'POST /sign-in/openid';

function refused(publicUrl: string, reason: SignInErrorReason): Response {
  return new Response(null, {
    status: 302,
    headers: { location: signInErrorUrl(publicUrl, reason) },
  });
}
