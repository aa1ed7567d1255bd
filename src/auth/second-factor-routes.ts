import { authRouteNameOf } from './auth-request.ts';
import type { AuthRoute } from './auth-route.ts';
import { invalidRedirectError } from './better-auth-errors.ts';
import type { Forwarders } from './forwarders.ts';
import { parseRouteInput } from './request-inputs.ts';
import { secondFactorStepCookie } from './second-factor-step.ts';
import { addResponseFields } from './sign-in-redirects.ts';

interface SecondFactorOptions {
  forwardBody: Forwarders['forwardBody'];
  isAllowedRedirect: (url: string) => boolean;
  isSecure: boolean;
}

/** `callbackURL` is untrusted. Clients without cookies send the step as `secondFactor`. */
export function createSecondFactorRoutes({
  forwardBody,
  isSecure,
  isAllowedRedirect,
}: SecondFactorOptions): Readonly<Record<string, AuthRoute>> {
  const step: AuthRoute = {
    rateLimitCategory: 'try',
    handle: async (authRequest) => {
      const input = parseRouteInput(authRouteNameOf(authRequest.request), authRequest.input) ?? {};
      const { callbackURL, secondFactor, ...rest } = input;
      // Apps show a code in two halves.
      const body = { ...rest, code: String(rest.code).replaceAll(/\s/g, '') };
      const stepToken = typeof secondFactor === 'string' ? secondFactor : undefined;
      const headers =
        stepToken === undefined ? {} : { cookie: secondFactorStepCookie(stepToken, isSecure) };
      if (typeof callbackURL !== 'string') return forwardBody(authRequest, body, headers);
      if (!isAllowedRedirect(callbackURL)) throw invalidRedirectError('callbackURL');
      const response = await forwardBody(authRequest, body, headers);
      return addResponseFields(response, { callbackURL });
    },
  };
  return {
    'POST /two-factor/verify-totp': step,
    'POST /two-factor/verify-backup-code': step,
  };
}
