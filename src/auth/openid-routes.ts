import { ActionError } from '../platform/errors/action-error.ts';
import { outsideProvider } from '../domain/identities/external-accounts.ts';
import type { Forward } from './auth-router.ts';
import { inputOf } from './request-inputs.ts';
import type { OpenId } from './openid.ts';
import type { OwnPath } from './account-routes.ts';
import type { Refusal } from './sign-in-errors.ts';
import { refusalPage } from './sign-in-errors.ts';

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
export function openIdPaths({
  openId,
  publicUrl,
  forward,
  pass,
}: OpenIdPathsOptions): Readonly<Record<string, OwnPath>> {
  return {
    [leaving]: {
      counted: 'try',
      answer: async ({ given, request, visitor }) => {
        const { callbackURL = '/' } = inputOf(leaving, given) ?? {};
        await openId.ready();
        const asked = { provider: outsideProvider, callbackURL, disableRedirect: true };
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
        const path = `/callback/${outsideProvider}`;
        const answer = await pass(request, path, { body: null, search }, visitor);
        return answer.status === 302 ? answer : refused(publicUrl, 'invalid_answer');
      },
    },
  };
}

const leaving = 'POST /sign-in/openid';

function refused(publicUrl: string, reason: Refusal): Response {
  return new Response(null, {
    status: 302,
    headers: { location: refusalPage(publicUrl, reason) },
  });
}
