import { ActionError } from '../platform/errors/action-error.ts';
import { changingWays, type OwnSessionKey } from '../domain/identities/single-workspace-sign-in.ts';
import { workspacesOf } from '../domain/identities/index.ts';
import { acceptInvitation } from '../domain/identities/invitations.ts';
import {
  endSession,
  methodsOf,
  sessionsOf,
  switchOffSecondFactor,
} from '../domain/identities/sessions.ts';
import { contactsOf } from '../domain/identities/portal-contacts.ts';
import { openPortalLink } from '../domain/identities/portal-links.ts';
import type { ActOrigin } from '../domain/identities/sign-in-audit-entries.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Visitor } from './index.ts';
import { inputOf, proofOf, sessionIdOf } from './request-inputs.ts';
import type { Library } from './better-auth.ts';
import { newPassword } from './set-password.ts';
import { freshSessionOf, requireProof, sessionOf } from './request-session.ts';
import { qrCodeOf } from './qr-code.ts';
import { nameOf } from './auth-request.ts';
import type { Counted } from './sign-in-rules.ts';

/** What a path of ours is asked: `given` is what the body says, or what stands behind the question mark. */
export interface Asked {
  auth: Library;
  request: Request;
  given: unknown;
  visitor: Visitor;
  /** Where it comes from, as the log says it. */
  at: ActOrigin;
  /** Counts a try about a person. @throws ActionError too_many_requests */
  countTry: (personId: string) => Promise<void>;
}

/** A path that the house answers, and as what it is counted. */
export interface OwnPath {
  counted: Counted;
  answer: (asked: Asked) => Promise<Response>;
}

/** What whoever holds a link enters by. */
export interface Entry {
  email: string;
  /** The only workspace that the session opens; null: every one of the person. */
  onlyIn: number | null;
  /** When the address was proven; left out where others may have had the link. */
  provenAt?: Date;
  /** Where the link leads. */
  leadsTo?: string;
}

export type Enter = (asked: Asked, entry: Entry) => Promise<Response>;

interface OwnPathsOptions {
  prisma: PrismaClient;
  /** Signs in the person of an address that proved to be its own. */
  enter: Enter;
  /** Hands a request on to the library. */
  handOn: (asked: Asked, body: object) => Promise<Response>;
  whoIs: WhoIs;
}

/** Who a request's session or token is of; a token of an outside issuer has no session. */
export type WhoIs = (
  request: Request,
) => Promise<{ personId: string; sessionId?: string | undefined }>;

const done = () => Response.json({ status: true });

/** What an app for codes has to know is answered as a picture too (`qrCode`, an SVG image), which its camera reads. */
const withQrCode = ({ answer, counted }: OwnPath): OwnPath => ({
  counted,
  answer: async (asked) => {
    const answered = await answer(asked);
    const said = (await answered.json()) as { totpURI: string };
    const headers = new Headers(answered.headers);
    headers.delete('content-length');
    return Response.json({ ...said, qrCode: qrCodeOf(said.totpURI) }, { headers });
  },
});

/** What the house answers under /auth by itself. */
export function createOwnPaths({
  prisma,
  enter,
  handOn,
  whoIs,
}: OwnPathsOptions): Readonly<Record<string, OwnPath>> {
  async function proven({ auth, countTry, given, request }: Asked) {
    const { session, user } = await freshSessionOf(auth, request);
    const proof = proofOf(given);
    if (!user.twoFactorEnabled) {
      throw new ActionError('conflicting_state', 'There is no second factor.');
    }
    await countTry(user.id);
    await requireProof(auth, request, user.id, proof);
    return { own: { personId: user.id, sessionId: session.id }, proof };
  }

  const listed = (read: (own: Awaited<ReturnType<WhoIs>>) => Promise<object>): OwnPath => ({
    counted: 'other',
    answer: async ({ request }) => Response.json(await read(await whoIs(request))),
  });

  const told = (read: (own: OwnSessionKey) => Promise<object>): OwnPath => ({
    counted: 'other',
    answer: async ({ auth, request }) => {
      const { session, user } = await sessionOf(auth, request);
      return Response.json(await read({ personId: user.id, sessionId: session.id }));
    },
  });

  /** A change of ways in that is the library's to do. */
  const handedOn = (counted: Counted): OwnPath => ({
    counted,
    answer: async (asked) => {
      const taken = inputOf(nameOf(asked.request), asked.given) ?? {};
      const { session, user } = await sessionOf(asked.auth, asked.request);
      const own = { personId: user.id, sessionId: session.id };
      await changingWays(prisma, own, asked.at, () => Promise.resolve());
      return handOn(asked, taken);
    },
  });

  return {
    'GET /workspaces': listed((own) => workspacesOf(prisma, own)),
    'GET /contacts': listed((own) => contactsOf(prisma, own)),
    'GET /methods': told(({ personId }) => methodsOf(prisma, personId)),
    'GET /sessions': told(async (own) => {
      const all = await sessionsOf(prisma, own, new Date());
      return all.map((one) => ({ ...one, isThis: one.id === own.sessionId }));
    }),
    'POST /sessions/end': {
      counted: 'other',
      answer: async ({ at, auth, given, request }) => {
        const id = sessionIdOf(given);
        const { session, user } = await sessionOf(auth, request);
        await endSession(prisma, { personId: user.id, sessionId: session.id }, at, id);
        return done();
      },
    },
    'POST /revoke-sessions': handedOn('other'),
    'POST /revoke-other-sessions': handedOn('other'),
    'POST /two-factor/enable': withQrCode(handedOn('try')),
    'POST /password': { counted: 'try', answer: (asked) => newPassword(prisma, asked) },
    'POST /two-factor/disable': {
      counted: 'try',
      answer: async (asked) => {
        const { own } = await proven(asked);
        await switchOffSecondFactor(prisma, own, asked.at);
        return done();
      },
    },
    'POST /two-factor/generate-backup-codes': {
      counted: 'try',
      answer: async (asked) => {
        const { own, proof } = await proven(asked);
        await changingWays(prisma, own, asked.at, () => Promise.resolve());
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
