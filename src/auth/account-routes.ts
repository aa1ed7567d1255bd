import { acceptInvitation } from '../domain/identities/invitations.ts';
import { listWorkspacesOfPerson } from '../domain/identities/person-workspaces.ts';
import { listPortalContacts } from '../domain/identities/portal-contacts.ts';
import { openPortalLink } from '../domain/identities/portal-links.ts';
import {
  disableSecondFactor,
  endSession,
  findSignInMethods,
  listSessions,
} from '../domain/identities/sessions.ts';
import type { SessionIdentity } from '../domain/identities/single-workspace-sign-in.ts';
import { inSignInMethodTransaction } from '../domain/identities/single-workspace-sign-in.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { authRouteNameOf } from './auth-request.ts';
import type { AuthRequest, AuthRoute, ResolvePerson, SignInByLink } from './auth-route.ts';
import { renderQrCode } from './qr-code.ts';
import { parseReauthentication, parseRouteInput, parseSessionId } from './request-inputs.ts';
import { requireFreshSession, requireReauthentication, requireSession } from './request-session.ts';
import { setPassword } from './set-password.ts';
import type { RateLimitCategory } from './sign-in-rules.ts';

interface AccountRoutesOptions {
  prisma: PrismaClient;
  signInByLink: SignInByLink;
  /** Forwards the request to better-auth with another body. */
  forwardBody: (authRequest: AuthRequest, body: object) => Promise<Response>;
  resolvePerson: ResolvePerson;
}

const successResponse = () => Response.json({ status: true });

/** Adds a QR code (SVG) of the URI for authenticator apps. */
const withQrCode = ({ handle, rateLimitCategory }: AuthRoute): AuthRoute => ({
  rateLimitCategory,
  handle: async (authRequest) => {
    const response = await handle(authRequest);
    const body = (await response.json()) as { totpURI: string };
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return Response.json({ ...body, qrCode: renderQrCode(body.totpURI) }, { headers });
  },
});

/** Routes under /auth that better-auth does not have. */
export function createAccountRoutes({
  prisma,
  signInByLink,
  forwardBody,
  resolvePerson,
}: AccountRoutesOptions): Readonly<Record<string, AuthRoute>> {
  async function reauthenticate({ auth, countAttempt, input, request }: AuthRequest) {
    const { session, user } = await requireFreshSession(auth, request);
    const proof = parseReauthentication(input);
    if (!user.twoFactorEnabled) {
      throw new ActionError('conflicting_state', 'There is no second factor.');
    }
    await countAttempt(user.id);
    await requireReauthentication(auth, request, user.id, proof);
    return { identity: { personId: user.id, sessionId: session.id }, proof };
  }

  const personRoute = (
    read: (identity: Awaited<ReturnType<ResolvePerson>>) => Promise<object>,
  ): AuthRoute => ({
    rateLimitCategory: 'other',
    handle: async ({ request }) => Response.json(await read(await resolvePerson(request))),
  });

  const sessionRoute = (read: (identity: SessionIdentity) => Promise<object>): AuthRoute => ({
    rateLimitCategory: 'other',
    handle: async ({ auth, request }) => {
      const { session, user } = await requireSession(auth, request);
      return Response.json(await read({ personId: user.id, sessionId: session.id }));
    },
  });

  /** Checks that the session may change sign-in methods, then forwards to better-auth. */
  const forwardedRoute = (rateLimitCategory: RateLimitCategory): AuthRoute => ({
    rateLimitCategory,
    handle: async (authRequest) => {
      const input = parseRouteInput(authRouteNameOf(authRequest.request), authRequest.input) ?? {};
      const { session, user } = await requireSession(authRequest.auth, authRequest.request);
      const identity = { personId: user.id, sessionId: session.id };
      await inSignInMethodTransaction(prisma, identity, authRequest.origin, () =>
        Promise.resolve(),
      );
      return forwardBody(authRequest, input);
    },
  });

  return {
    'GET /workspaces': personRoute((identity) => listWorkspacesOfPerson(prisma, identity)),
    'GET /contacts': personRoute((identity) => listPortalContacts(prisma, identity)),
    'GET /methods': sessionRoute(({ personId }) => findSignInMethods(prisma, personId)),
    'GET /sessions': sessionRoute(async (identity) => {
      const sessions = await listSessions(prisma, identity, new Date());
      return sessions.map((session) => ({ ...session, isThis: session.id === identity.sessionId }));
    }),
    'POST /sessions/end': {
      rateLimitCategory: 'other',
      handle: async ({ origin, auth, input, request }) => {
        const id = parseSessionId(input);
        const { session, user } = await requireSession(auth, request);
        await endSession(prisma, { personId: user.id, sessionId: session.id }, origin, id);
        return successResponse();
      },
    },
    'POST /revoke-sessions': forwardedRoute('other'),
    'POST /revoke-other-sessions': forwardedRoute('other'),
    'POST /two-factor/enable': withQrCode(forwardedRoute('try')),
    'POST /password': {
      rateLimitCategory: 'try',
      handle: (authRequest) => setPassword(prisma, authRequest),
    },
    'POST /two-factor/disable': {
      rateLimitCategory: 'try',
      handle: async (authRequest) => {
        const { identity } = await reauthenticate(authRequest);
        await disableSecondFactor(prisma, identity, authRequest.origin);
        return successResponse();
      },
    },
    'POST /two-factor/generate-backup-codes': {
      rateLimitCategory: 'try',
      handle: async (authRequest) => {
        const { identity, proof } = await reauthenticate(authRequest);
        await inSignInMethodTransaction(prisma, identity, authRequest.origin, () =>
          Promise.resolve(),
        );
        return forwardBody(
          authRequest,
          proof.password === null ? {} : { password: proof.password },
        );
      },
    },
    'POST /invitation': {
      rateLimitCategory: 'try',
      handle: async (authRequest) => {
        const token = new URL(authRequest.request.url).searchParams.get('token') ?? '';
        return signInByLink(authRequest, await acceptInvitation(prisma, token, authRequest.origin));
      },
    },
    'POST /portal': {
      rateLimitCategory: 'try',
      handle: async (authRequest) => {
        const token = new URL(authRequest.request.url).searchParams.get('token') ?? '';
        const { accountId, ...link } = await openPortalLink(prisma, token, new Date());
        return signInByLink(authRequest, { ...link, onlyIn: accountId });
      },
    },
  };
}
