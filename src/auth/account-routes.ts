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

interface OwnPathsOptions {
  prisma: PrismaClient;
  /** Signs in the person of an address that proved to be its own. */
  enter: SignInByLink;
  /** Hands a request on to the library. */
  handOn: (asked: AuthRequest, body: object) => Promise<Response>;
  whoIs: ResolvePerson;
}

const done = () => Response.json({ status: true });

/** What an app for codes has to know is answered as a picture too (`qrCode`, an SVG image), which its camera reads. */
const withQrCode = ({ answer, counted }: AuthRoute): AuthRoute => ({
  counted,
  answer: async (asked) => {
    const answered = await answer(asked);
    const said = (await answered.json()) as { totpURI: string };
    const headers = new Headers(answered.headers);
    headers.delete('content-length');
    return Response.json({ ...said, qrCode: renderQrCode(said.totpURI) }, { headers });
  },
});

/** What the house answers under /auth by itself. */
export function createAccountRoutes({
  prisma,
  enter,
  handOn,
  whoIs,
}: OwnPathsOptions): Readonly<Record<string, AuthRoute>> {
  async function proven({ auth, countTry, given, request }: AuthRequest) {
    const { session, user } = await requireFreshSession(auth, request);
    const proof = parseReauthentication(given);
    if (!user.twoFactorEnabled) {
      throw new ActionError('conflicting_state', 'There is no second factor.');
    }
    await countTry(user.id);
    await requireReauthentication(auth, request, user.id, proof);
    return { own: { personId: user.id, sessionId: session.id }, proof };
  }

  const listed = (
    read: (own: Awaited<ReturnType<ResolvePerson>>) => Promise<object>,
  ): AuthRoute => ({
    counted: 'other',
    answer: async ({ request }) => Response.json(await read(await whoIs(request))),
  });

  const told = (read: (own: SessionIdentity) => Promise<object>): AuthRoute => ({
    counted: 'other',
    answer: async ({ auth, request }) => {
      const { session, user } = await requireSession(auth, request);
      return Response.json(await read({ personId: user.id, sessionId: session.id }));
    },
  });

  /** A change of ways in that is the library's to do. */
  const handedOn = (counted: RateLimitCategory): AuthRoute => ({
    counted,
    answer: async (asked) => {
      const taken = parseRouteInput(authRouteNameOf(asked.request), asked.given) ?? {};
      const { session, user } = await requireSession(asked.auth, asked.request);
      const own = { personId: user.id, sessionId: session.id };
      await inSignInMethodTransaction(prisma, own, asked.at, () => Promise.resolve());
      return handOn(asked, taken);
    },
  });

  return {
    'GET /workspaces': listed((own) => listWorkspacesOfPerson(prisma, own)),
    'GET /contacts': listed((own) => listPortalContacts(prisma, own)),
    'GET /methods': told(({ personId }) => findSignInMethods(prisma, personId)),
    'GET /sessions': told(async (own) => {
      const all = await listSessions(prisma, own, new Date());
      return all.map((one) => ({ ...one, isThis: one.id === own.sessionId }));
    }),
    'POST /sessions/end': {
      counted: 'other',
      answer: async ({ at, auth, given, request }) => {
        const id = parseSessionId(given);
        const { session, user } = await requireSession(auth, request);
        await endSession(prisma, { personId: user.id, sessionId: session.id }, at, id);
        return done();
      },
    },
    'POST /revoke-sessions': handedOn('other'),
    'POST /revoke-other-sessions': handedOn('other'),
    'POST /two-factor/enable': withQrCode(handedOn('try')),
    'POST /password': { counted: 'try', answer: (asked) => setPassword(prisma, asked) },
    'POST /two-factor/disable': {
      counted: 'try',
      answer: async (asked) => {
        const { own } = await proven(asked);
        await disableSecondFactor(prisma, own, asked.at);
        return done();
      },
    },
    'POST /two-factor/generate-backup-codes': {
      counted: 'try',
      answer: async (asked) => {
        const { own, proof } = await proven(asked);
        await inSignInMethodTransaction(prisma, own, asked.at, () => Promise.resolve());
        return handOn(asked, proof.password === null ? {} : { password: proof.password });
      },
    },
    'GET /invitation': {
      counted: 'try',
      answer: async (asked) => {
        const token = new URL(asked.request.url).searchParams.get('token') ?? '';
        return enter(asked, await acceptInvitation(prisma, token, asked.at));
      },
    },
    'GET /portal': {
      counted: 'try',
      answer: async (asked) => {
        const token = new URL(asked.request.url).searchParams.get('token') ?? '';
        const { accountId, ...opened } = await openPortalLink(prisma, token, new Date());
        return enter(asked, { ...opened, onlyIn: accountId });
      },
    },
  };
}
