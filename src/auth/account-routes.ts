import { acceptInvitation } from '../domain/identities/invitations.ts';
import { disconnectApp, listApps } from '../domain/identities/oauth-grants.ts';
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
import type { Forwarders } from './forwarders.ts';
import { renderQrCode } from './qr-code.ts';
import { parseReauthentication, parseRouteInput, parseSessionId } from './request-inputs.ts';
import { requireFreshSession, requireReauthentication, requireSession } from './request-session.ts';
import { setPassword } from './set-password.ts';
import { addResponseFields, readResponseJson } from './sign-in-redirects.ts';
import type { RateLimitCategory } from './sign-in-rules.ts';

interface AccountRoutesOptions {
  prisma: PrismaClient;
  signInByLink: SignInByLink;
  forwardBody: Forwarders['forwardBody'];
  resolvePerson: ResolvePerson;
}

const successResponse = () => Response.json({ status: true });

/** Adds a QR code (SVG). */
const withQrCode = ({ handle, rateLimitCategory }: AuthRoute): AuthRoute => ({
  rateLimitCategory,
  handle: async (authRequest) => {
    const response = await handle(authRequest);
    const { totpURI } = await readResponseJson(response);
    return addResponseFields(response, { qrCode: renderQrCode(String(totpURI)) });
  },
});

export const createAccountRoutes = (
  options: AccountRoutesOptions,
): Readonly<Record<string, AuthRoute>> => ({
  ...createReadRoutes(options),
  ...createSessionRoutes(options),
  ...createSignInMethodRoutes(options),
  ...createLinkRoutes(options),
});

function createReadRoutes({
  prisma,
  resolvePerson,
}: AccountRoutesOptions): Readonly<Record<string, AuthRoute>> {
  const personRoute = (
    read: (identity: Awaited<ReturnType<ResolvePerson>>) => Promise<object>,
  ): AuthRoute => ({
    rateLimitCategory: 'other',
    handle: async ({ request }) => Response.json(await read(await resolvePerson(request))),
  });
  const sessionRoute = (read: (identity: SessionIdentity) => Promise<object>): AuthRoute => ({
    rateLimitCategory: 'other',
    handle: async (authRequest) => Response.json(await read(await sessionIdentity(authRequest))),
  });
  return {
    'GET /workspaces': personRoute((identity) => listWorkspacesOfPerson(prisma, identity)),
    'GET /contacts': personRoute((identity) => listPortalContacts(prisma, identity)),
    'GET /methods': sessionRoute(({ personId }) => findSignInMethods(prisma, personId)),
    'GET /sessions': sessionRoute(async (identity) => {
      const sessions = await listSessions(prisma, identity, new Date());
      return sessions.map((session) => ({ ...session, isThis: session.id === identity.sessionId }));
    }),
    'GET /apps': sessionRoute((identity) => listApps(prisma, identity, new Date())),
  };
}

async function sessionIdentity(
  { auth, request }: AuthRequest,
  findSession = requireSession,
): Promise<SessionIdentity> {
  const { session, user } = await findSession(auth, request);
  return { personId: user.id, sessionId: session.id };
}

const forwardedRoute = (
  { forwardBody, prisma }: AccountRoutesOptions,
  rateLimitCategory: RateLimitCategory,
  findSession = requireSession,
): AuthRoute => ({
  rateLimitCategory,
  handle: async (authRequest) => {
    const input = parseRouteInput(authRouteNameOf(authRequest.request), authRequest.input) ?? {};
    const identity = await sessionIdentity(authRequest, findSession);
    await requireMethodChange(prisma, authRequest, identity);
    return forwardBody(authRequest, input);
  },
});

const requireMethodChange = (
  prisma: PrismaClient,
  { origin }: AuthRequest,
  identity: SessionIdentity,
) => inSignInMethodTransaction(prisma, identity, origin, () => Promise.resolve());

/** Ends a session or the access of an app, by its id. */
const endingRoute = ({ prisma }: AccountRoutesOptions, end: typeof endSession): AuthRoute => ({
  rateLimitCategory: 'other',
  handle: async (authRequest) => {
    const id = parseSessionId(authRequest.input);
    await end(prisma, await sessionIdentity(authRequest), authRequest.origin, id);
    return successResponse();
  },
});

const createSessionRoutes = (
  options: AccountRoutesOptions,
): Readonly<Record<string, AuthRoute>> => ({
  'POST /sessions/end': endingRoute(options, endSession),
  'POST /apps/disconnect': endingRoute(options, disconnectApp),
  'POST /revoke-sessions': forwardedRoute(options, 'other'),
  'POST /revoke-other-sessions': forwardedRoute(options, 'other'),
});

const createSignInMethodRoutes = (
  options: AccountRoutesOptions,
): Readonly<Record<string, AuthRoute>> => ({
  'POST /two-factor/enable': withQrCode(forwardedRoute(options, 'try', requireFreshSession)),
  'POST /password': {
    rateLimitCategory: 'try',
    handle: (authRequest) => setPassword(options.prisma, authRequest),
  },
  'POST /two-factor/disable': {
    rateLimitCategory: 'try',
    handle: async (authRequest) => {
      const { identity } = await reauthenticate(authRequest);
      await disableSecondFactor(options.prisma, identity, authRequest.origin);
      return successResponse();
    },
  },
  'POST /two-factor/generate-backup-codes': {
    rateLimitCategory: 'try',
    handle: async (authRequest) => {
      const { identity, proof } = await reauthenticate(authRequest);
      await requireMethodChange(options.prisma, authRequest, identity);
      const body = proof.password === null ? {} : { password: proof.password };
      return options.forwardBody(authRequest, body);
    },
  },
});

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

const tokenOf = ({ request }: AuthRequest): string =>
  new URL(request.url).searchParams.get('token') ?? '';

const createLinkRoutes = ({
  prisma,
  signInByLink,
}: AccountRoutesOptions): Readonly<Record<string, AuthRoute>> => ({
  'POST /invitation': {
    rateLimitCategory: 'try',
    handle: async (authRequest) => {
      const link = await acceptInvitation(prisma, tokenOf(authRequest), authRequest.origin);
      return signInByLink(authRequest, link);
    },
  },
  'POST /portal': {
    rateLimitCategory: 'try',
    handle: async (authRequest) => {
      const { accountId, ...link } = await openPortalLink(prisma, tokenOf(authRequest), new Date());
      return signInByLink(authRequest, { ...link, onlyIn: accountId });
    },
  },
});
