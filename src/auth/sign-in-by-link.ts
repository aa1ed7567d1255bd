import type { SignInByLink } from './auth-route.ts';
import type { Forward } from './forwarded-request.ts';
import { formatLinkSignIn, linkSignInHeader } from './link-sign-in.ts';
import { redirectAfterSignIn } from './sign-in-redirects.ts';

interface SignInByLinkOptions {
  forward: Forward;
  isAllowedRedirect: (url: string) => boolean;
  publicUrl: string;
}

/** Creates and uses a one-time code. A second factor is still required. */
export const createSignInByLink =
  ({ forward, isAllowedRedirect, publicUrl }: SignInByLinkOptions): SignInByLink =>
  async ({ auth, request, metadata }, link) => {
    const { email, leadsTo } = link;
    const otp = await auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } });
    // The list of sessions shows the browser.
    const userAgent = request.headers.get('user-agent') ?? '';
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    const signInRequest = new Request(request.url.split('?')[0] ?? '', { method: 'POST', headers });
    const body = JSON.stringify({ email, otp });
    const forwarded = { body, search: '', headers: { [linkSignInHeader]: formatLinkSignIn(link) } };
    const response = await forward(signInRequest, '/sign-in/email-otp', forwarded, metadata);
    const isAllowed = leadsTo !== undefined && isAllowedRedirect(leadsTo);
    return redirectAfterSignIn(response, publicUrl, { leadsTo: isAllowed ? leadsTo : undefined });
  };
