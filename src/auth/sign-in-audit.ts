import type { RequestOrigin, WorkspaceActor } from '../domain/identities/sign-in-audit-entries.ts';
import {
  findActorsOfSession,
  inSignInTransaction,
} from '../domain/identities/sign-in-audit-entries.ts';
import type { LogEntryKind, PrismaClient } from '../generated/prisma/client.ts';
import type { RequestMetadata } from './auth-request.ts';
import { authPathOf, authRouteNameOf } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';

/**
 * What the library does about signing in, told in the log of each workspace that it concerns: after it is done, and before it is answered,
 * so that no session leaves that the log knows nothing of. What the house does by itself is told in its own transaction.
 */

/** Where a request under /auth comes from, as the log says it. */
export const actOriginOf = (
  request: Request,
  { address, requestId }: RequestMetadata,
): RequestOrigin => ({
  operation: `${request.method} auth${authPathOf(request)}`,
  address,
  requestId,
  now: new Date(),
});

/** Paths that end in a session, where nothing more is asked for. */
const waysIn: ReadonlySet<string> = new Set([
  'POST /sign-in/email',
  'POST /sign-in/email-otp',
  'GET /magic-link/verify',
  'GET /invitation',
  'GET /portal',
  'GET /callback/openid',
]);

/** A second step, or where somebody is signed in already, what switches the second factor on. */
const secondSteps: ReadonlySet<string> = new Set([
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
]);

/** What is done by who is signed in. */
const ownActs: ReadonlyMap<string, LogEntryKind> = new Map([
  ['POST /sign-out', 'SIGNED_OUT'],
  ['POST /revoke-sessions', 'SESSION_ENDED'],
  ['POST /revoke-other-sessions', 'SESSION_ENDED'],
  ['POST /two-factor/enable', 'SECOND_FACTOR_CHANGED'],
  ['POST /two-factor/generate-backup-codes', 'BACKUP_CODES_MADE'],
]);

interface Asked {
  auth: BetterAuth;
  request: Request;
  at: RequestOrigin;
}

type Note = Parameters<Parameters<typeof inSignInTransaction>[2]>[0]['note'];
type Act = Parameters<Note>[0];

/** The token of the session that an answer begins, or goes on with. */
function sessionTokenIn(answer: Response): string | undefined {
  for (const cookie of answer.headers.getSetCookie()) {
    const [, signed = ''] = /\.session_token=([^;]+)/.exec(cookie) ?? [];
    const token = decodeURIComponent(signed).split('.')[0];
    if (token && !/max-age=0(;|$)/i.test(cookie)) return token;
  }
  return undefined;
}

export function createSignInAudit(prisma: PrismaClient) {
  const noted = (at: RequestOrigin, kinds: readonly Act[], known: readonly WorkspaceActor[]) =>
    inSignInTransaction(prisma, at, async ({ note }) => {
      for (const kind of kinds) note(kind, known);
    });

  /** That somebody signed in by an answer, and by an account elsewhere for the first time. */
  async function noteSignIn({ at }: Asked, answer: Response): Promise<void> {
    const token = sessionTokenIn(answer);
    const session = token && (await prisma.signInSession.findUnique({ where: { token } }));
    if (!session) return;
    const isOutside = at.operation === 'GET auth/callback/openid';
    const linked =
      isOutside &&
      (await prisma.signInMethod.findFirst({
        where: {
          personId: session.personId,
          NOT: { providerId: 'credential' },
          createdAt: { gte: at.now },
        },
      }));
    const opened = await findActorsOfSession(prisma, session.id);
    await noted(at, [...(linked ? (['ACCOUNT_LINKED'] as const) : []), 'SIGNED_IN'], opened);
  }

  async function ownSession({ auth, request: { headers } }: Asked) {
    const found = await auth.api.getSession({ headers });
    return found && { ...found, opened: await findActorsOfSession(prisma, found.session.id) };
  }

  /** Answers a request, and has the log tell what was done by it. */
  return async (asked: Asked, answer: () => Promise<Response>): Promise<Response> => {
    const name = authRouteNameOf(asked.request);
    if (waysIn.has(name)) {
      const answered = await answer();
      await noteSignIn(asked, answered);
      return answered;
    }
    const act = ownActs.get(name);
    if (!act && !secondSteps.has(name)) return answer();
    const own = await ownSession(asked);
    const answered = await answer();
    if (own && act) await noted(asked.at, [act as Act], own.opened);
    else if (own && !own.user.twoFactorEnabled) {
      await noted(asked.at, ['SECOND_FACTOR_CHANGED'], own.opened);
    } else if (!own) await noteSignIn(asked, answered);
    return answered;
  };
}
