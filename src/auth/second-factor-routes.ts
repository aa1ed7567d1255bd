import { authRouteNameOf } from './auth-request.ts';
import type { AuthRequest, AuthRoute } from './auth-route.ts';
import { invalidRedirectError } from './better-auth-errors.ts';
import { parseRouteInput } from './request-inputs.ts';
import { secondFactorStepCookie } from './second-factor-step.ts';

interface SecondFactorOptions {
  /** Hands a request on to the library. */
  handOn: (asked: AuthRequest, body: object, headers?: Record<string, string>) => Promise<Response>;
  mayLeadTo: (url: string) => boolean;
  /** Whether cookies are Secure. */
  isSecure: boolean;
}

/**
 * The step that comes after a link, code or password where there is a second factor. Whoever followed a link is told by
 * the answer where it leads (`callbackURL`), which is looked at here: the address of a page may be anybody's words. Who has no cookie
 * says by `secondFactor` which step it is.
 * @throws ActionError invalid_input, origin_not_allowed
 */
export function createSecondFactorRoutes({
  handOn,
  isSecure,
  mayLeadTo,
}: SecondFactorOptions): Readonly<Record<string, AuthRoute>> {
  const step: AuthRoute = {
    counted: 'try',
    answer: async (asked) => {
      const taken = parseRouteInput(authRouteNameOf(asked.request), asked.given) ?? {};
      const { callbackURL, secondFactor, ...rest } = taken;
      // Apps show a code in two halves.
      const given = { ...rest, code: String(rest.code).replaceAll(/\s/g, '') };
      const told = typeof secondFactor === 'string' ? secondFactor : undefined;
      const headers = told === undefined ? {} : { cookie: secondFactorStepCookie(told, isSecure) };
      if (typeof callbackURL !== 'string') return handOn(asked, given, headers);
      if (!mayLeadTo(callbackURL)) throw invalidRedirectError('callbackURL');
      const answer = await handOn(asked, given, headers);
      const said = (await answer.json()) as object;
      const leading = new Headers(answer.headers);
      leading.delete('content-length');
      return Response.json({ ...said, callbackURL }, { headers: leading });
    },
  };
  return {
    'POST /two-factor/verify-totp': step,
    'POST /two-factor/verify-backup-code': step,
  };
}
